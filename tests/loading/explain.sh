#!/bin/bash
# explain.sh GENERATOR PLUGIN FLAGS...: AUTOCONFIG_EXPLAIN writes the report, as text or JSON by the file's
# name, and changes nothing else: the schedule is the same and nothing is printed.
set -euo pipefail

generator=$1 plugin=$2
shift 2
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

compile() { # compile FOLDER: the schedule of product
  mkdir "$out/$1"
  "$generator" -p "$plugin" -f product -e schedule -o "$out/$1" target=host "${@:2}"
}

said=$(
  compile plain "$@" 2>&1
  AUTOCONFIG_EXPLAIN=$out/report.txt compile text "$@" 2>&1
  AUTOCONFIG_EXPLAIN=$out/report.json compile json "$@" 2>&1
)
[[ -z $said ]] || { printf 'expected silence, got:\n%s\n' "$said"; exit 1; }
cmp "$out/plain/product.schedule.h" "$out/text/product.schedule.h"
cmp "$out/plain/product.schedule.h" "$out/json/product.schedule.h"
grep -q '^decision' "$out/report.txt"
/usr/bin/python3 -c 'import json, sys; assert json.load(open(sys.argv[1]))["decisions"]' "$out/report.json"
