#!/bin/bash
# packages.sh BUILD FOLDER HALIDE_DIR: the packages of this build, unpacked side by side as if they were
# installed: an example project builds with them, the command says its version, and lintian finds nothing. They
# are not installed, as the machine that tests is not ours to change.
set -euo pipefail
build=$1 folder=$2 halide=$3
example=$(dirname "${BASH_SOURCE[0]}")/../../integrations/cmake

command -v dpkg-shlibdeps >/dev/null || { echo "no dpkg-shlibdeps: install dpkg-dev"; exit 77; }
rm -rf "$folder"
mkdir -p "$folder/root"
(cd "$build" && cpack -B "$folder/packages" >"$folder/cpack.txt" 2>&1) || { cat "$folder/cpack.txt"; exit 1; }
for package in "$folder"/packages/*.deb; do
  dpkg -x "$package" "$folder/root"
done
root=$folder/root/usr

"$root/bin/autoconfig" --version | grep -qx 'autoconfig [0-9.]*'
test -f "$root/share/man/man1/autoconfig.1.gz"
# Words are completed as --help lists them.
words() {
  bash -c 'source "$1"; COMP_WORDS=("$2" "${@:3}"); COMP_CWORD=$(($# - 2)); _autoconfig; echo "${COMPREPLY[*]}"' \
    - "$root/share/bash-completion/completions/autoconfig" "$root/bin/autoconfig" "$@"
}
test "$(words b)" = "build bench"
test "$(words build '')" = "matmul conv2d"
test "$(words build conv2d --error)" = "--error-bound"

cmake -S "$example" -B "$folder/example" -DCMAKE_PREFIX_PATH="$root" -DHalide_DIR="$halide" >"$folder/cmake.txt"
cmake --build "$folder/example" --parallel 2 >>"$folder/cmake.txt" || { cat "$folder/cmake.txt"; exit 1; }
ctest --test-dir "$folder/example" --output-on-failure

if command -v lintian >/dev/null; then
  found=$(lintian --fail-on none --suppress-tags bogus-mail-host,bogus-mail-host-in-debian-changelog \
    "$folder"/packages/*.deb 2>/dev/null)
  [[ -z $found ]] || { echo "$found"; exit 1; }
fi
