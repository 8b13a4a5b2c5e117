#!/bin/sh
# A container's first process: says what is wrong with a node's folder before Java would, and becomes the program.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
program=${here%/deploy}/bin/parallax
noted=${TMPDIR:-/tmp}/parallax-node # which file this container's node has

refuse() { printf '%s\n' "parallax: $*" >&2; exit 2; }

if [ "${1:-}" = health ] && [ $# = 1 ]; then
  [ -r "$noted" ] || refuse "no node was started in this container"
  "$program" health "$(cat "$noted")" || exit 1 # Docker knows no other failure
  exit 0
fi

case "${1:-} ${2:-}" in
  "coordinator "*.yaml | "coordinator "*.yml | "party "*.yaml | "party "*.yml | "serve "*.yaml | "serve "*.yml)
    file=$2 folder=$(dirname -- "$2")
    me="user $(id -u):$(id -g)"
    mend="run the container as the folder's owner (docker run --user, or PARALLAX_USER of compose.yaml), or give the folder to this user: chown -R $(id -u):$(id -g)"
    [ -e "$file" ] || refuse "there is no $file in this container; mount its folder: docker run -v \"\$PWD/st-mary:$(pwd)/st-mary\""
    [ -r "$file" ] || refuse "$me cannot read $file; $mend"
    for key in "$folder"/*.key; do
      [ ! -e "$key" ] || [ -r "$key" ] || refuse "$me cannot read the key $key; $mend"
    done
    [ -w "$folder" ] || [ -w "$folder/state" ] || refuse "$me cannot write to $folder, where the state is kept; $mend"
    printf '%s' "$file" >"$noted" ;;
esac
exec "$program" "$@"
