#!/bin/sh
# Keeps the program's classes in a file, as Java has loaded and checked them: every later start takes less time.
#   sh share-classes.sh        for the installed release that this file is part of, by whoever may write to its folder
# Java does without the file when it is not of this Java and these jars; run this again then.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
if [ $# = 3 ]; then # a clone's: Java, the folder for the file, and the jars
  java=$1 folder=$2 jars=$3
else
  . "$here/launch.sh"
  folder=$(dirname -- "$here")/classes jars=$(dirname -- "$here")/lib/*
  find_java java || { say "Java 17 or later is missing"; exit 1; }
  mkdir -p "$folder"
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/parallax-classes.XXXXXX")
trap 'rm -rf "$work"' EXIT
awk -v folder="$work" 'BEGIN {
  srand(1)
  for (v = 1; v <= 3; v++) {
    file = folder "/" v ".csv"
    print "id,x,y" (v == 1 ? ",class" : "") > file
    for (i = 0; i < 60; i++) printf "s%d,%f,%f%s\n", i, i % 2 + rand(), rand(), (v == 1 ? "," i % 2 : "") > file
  }
}'
cat >"$work/study.yaml" <<EOF
study: classes
method: vfedmv
parties:
  maple: {view: a, data: {csv: 1.csv, id: id}, labels: {column: class}}
  birch: {view: b, data: {csv: 2.csv, id: id}}
  cedar: {view: c, data: {csv: 3.csv, id: id}}
evaluate: {split: stratified, test: 0.25, repeats: 2}
stop: {rounds: 3}
EOF
rm -f "$folder/shared.options"
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
"$java" "@$here/java.args" -XX:+UseParallelGC -XX:TieredStopAtLevel=1 "-XX:ArchiveClassesAtExit=$work/classes.jsa" -cp "$jars" \
  io.parallax.cli.Main run "$work/study.yaml" --out "$work/run" >"$work/log" 2>&1 ||
  { cat "$work/log" >&2; exit 1; }
mv -f "$work/classes.jsa" "$folder/shared.jsa"
cat >"$work/shared.options" <<EOF
-XX:SharedArchiveFile="$folder/shared.jsa"
# If the file is not of this Java and these jars, there is nothing that a user could do about it here.
-Xlog:cds*=off
EOF
mv -f "$work/shared.options" "$folder/shared.options"
