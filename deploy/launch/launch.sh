# Finds Java and starts the program. Read by ./parallax in a clone and by bin/parallax in an installed release.
# shellcheck shell=sh

say() { printf '%s\n' "parallax: $*" >&2; }

# Java cannot name files beyond ASCII in the plain C locale.
case ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in '' | C | POSIX) export LC_ALL=C.UTF-8 ;; esac

# Public data sets, for examples: a folder of your choice, or the folder data here, where 'data get' puts them.
if [ -z "${PARALLAX_DATA:-}" ] && [ -d data ]; then
  PARALLAX_DATA=$(pwd)/data
  export PARALLAX_DATA
fi

java_major() { # the major version of a java program, 0 if it does not run
  release=$(dirname -- "$(dirname -- "$(readlink -f -- "$1" 2>/dev/null || printf '%s' "$1")")")/release
  { sed -n 's/^JAVA_VERSION="\([0-9][0-9]*\).*/\1/p' "$release" 2>/dev/null | grep .; } ||
    "$1" -version 2>&1 | sed -n 's/.*version "\([0-9][0-9]*\).*/\1/p' | head -n 1 | grep . || echo 0
}

find_java() { # needs=java or javac: $java becomes the program of the first one that is new enough
  for candidate in "${JAVA_HOME:+$JAVA_HOME/bin/java}" "$(command -v java || true)" \
      /usr/lib/jvm/*/bin/java /Library/Java/JavaVirtualMachines/*/Contents/Home/bin/java \
      /opt/homebrew/opt/openjdk*/bin/java /usr/local/opt/openjdk*/bin/java; do
    [ -n "$candidate" ] && [ -x "$candidate" ] || continue
    [ "$1" = java ] || [ -x "$(dirname -- "$(readlink -f -- "$candidate")")/javac" ] || continue
    major=$(java_major "$candidate")
    [ "$major" -ge 17 ] || continue
    java=$candidate
    return 0
  done
  return 1
}

# What kind of process the command becomes; a coordinator needs little memory.
choose_node() { # command argument
  node=
  case "${1:-} ${2:-}" in
    "coordinator --demo") ;; # parties and studies run in it, too
    "coordinator "*) node=coordinator PARALLAX_MEMORY=${PARALLAX_MEMORY:-256m} ;;
    "party "* | "serve "*) node=party ;;
  esac
}

# Becomes the program. Needs $java and $major (find_java), $node (choose_node) and $launch, the folder of this file;
# $shared are options that name the file of shared classes, where there is one.
launch() { # Java's options, main class and its arguments
  case ${PARALLAX_MEMORY:-1g} in
    *[!0-9kmgKMG]* | [!0-9]* | *[0-9] | *[kmgKMG]?* | ???????*)
      say "PARALLAX_MEMORY is '$PARALLAX_MEMORY' and must be a size such as 800m or 8g"
      exit 2 ;;
  esac
  [ -n "${PARALLAX_MEMORY:-}" ] && set -- "-Xmx$PARALLAX_MEMORY" "$@"
  # A user without a name, as containers have them, has a home only here.
  id -un >/dev/null 2>&1 || set -- "-Duser.home=${HOME:-/tmp}" "$@"
  [ -t 2 ] && set -- -Dparallax.terminal=true "$@"
  [ "$major" -ge 22 ] && set -- "@$launch/java-22.args" "$@"
  [ "$major" -ge 24 ] && set -- "@$launch/java-24.args" "$@"
  [ "$node" = coordinator ] && set -- "@$launch/coordinator.args" "$@"
  # Parallax runs parties and blocks of rows side by side, each with one BLAS thread.
  export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 OMP_WAIT_POLICY=PASSIVE
  if [ -n "$node" ]; then
    export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}" # as many pools as cores would each keep what Java's compiler frees
    set -- "@$launch/node.args" "$@"
  else
    # Large blocks stay with the process instead of going back to the system after every product.
    export MALLOC_TRIM_THRESHOLD_=2000000000 MALLOC_MMAP_THRESHOLD_=2000000000 MALLOC_TOP_PAD_=268435456
    set -- "@$launch/command.args" "$@"
  fi
  [ -f "${shared:-}" ] && set -- "@$shared" "$@" # made by share-classes.sh
  exec "$java" "@$launch/java.args" "$@"
}
