#!/bin/bash
# gengen.sh GENERATOR PLUGIN FLAGS...: the generator, told to use the plugin by its bare file name, compiles
# `product` without a word; a program linked to nothing but that library gets the right results.
set -euo pipefail

generator=$1 plugin=$2
shift 2
here=$(dirname "$0")
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

said=$(LD_LIBRARY_PATH="$(dirname "$plugin")" "$generator" -p "$(basename "$plugin")" -f product \
  -e static_library,c_header,schedule -o "$out" target=host "$@" 2>&1)
[[ -z $said ]] || { printf 'expected silence, got:\n%s\n' "$said"; exit 1; }
grep -q vectorize "$out/product.schedule.h"
"$CXX" -std=c++17 -I "$HALIDE_INCLUDE" -I "$out" "$here/../../integrations/cmake/check_product.cpp" "$out/product.a" -lpthread -ldl -o "$out/check"
"$out/check"
