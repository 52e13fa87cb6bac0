#!/bin/bash
# other_halide.sh LOADING_JIT PLUGIN OTHER_HALIDE: in a process that has another Halide loaded, the plugin
# says so in one line on stderr that names it, and is not registered.
set -euo pipefail

said=$("$1" "$2" --after "$3" 2>&1) || { printf 'not refused, or a crash:\n%s\n' "$said"; exit 1; }
[[ $(wc -l <<<"$said") == 1 && $said == "AutoConfig: built for Halide "*"$(basename "$3")"* ]] ||
  { printf 'expected one line that names %s, got:\n%s\n' "$(basename "$3")" "$said"; exit 1; }
