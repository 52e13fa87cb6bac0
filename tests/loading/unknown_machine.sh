#!/bin/bash
# unknown_machine.sh GENERATOR PLUGIN FLAGS...: a machine file that is not there is a Halide user error in
# one line that names it, and nothing is written.
set -euo pipefail

generator=$1 plugin=$2
shift 2
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

status=0
said=$(AUTOCONFIG_MACHINE=/nope "$generator" -p "$plugin" -f product \
  -e static_library,c_header,schedule -o "$out" target=host "$@" 2>&1) || status=$?
[[ $status != 0 && $status -lt 126 || $status == 255 ]] || { printf 'exit status %s\n%s\n' "$status" "$said"; exit 1; }
[[ $(wc -l <<<"$said") == 1 && $said == *Error*AutoConfig*/nope* ]] ||
  { printf 'expected one line that names /nope, got:\n%s\n' "$said"; exit 1; }
[[ -z $(ls "$out") ]] || { printf 'left behind:\n%s\n' "$(ls "$out")"; exit 1; }
