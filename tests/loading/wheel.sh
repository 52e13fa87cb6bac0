#!/bin/bash
# wheel.sh BUILD FOLDER PYTHON: the wheel of this build, installed into a folder of its own, schedules and explains.
set -euo pipefail
build=$1 folder=$2 python=$3
"$python" -c 'import halide, setuptools, wheel, pip' 2>/dev/null ||
  { echo "no halide, pip, setuptools or wheel for $python"; exit 77; }
rm -rf "$folder"
cmake --build "$build" --target autoconfig_wheel
"$python" -m pip install --quiet --no-deps --no-index --root-user-action ignore --target "$folder" "$build"/wheel/halide_autoconfig-*.whl
PYTHONPATH=$folder "$python" - <<'END'
import os, pathlib
import halide as hl
import halide_autoconfig

def product():
    a, b = hl.ImageParam(hl.Float(32), 2, "A"), hl.ImageParam(hl.Float(32), 2, "B")
    n, m, k = hl.Var("n"), hl.Var("m"), hl.RDom([(0, 24)])
    c = hl.Func("C")
    c[n, m] = 0.0
    c[n, m] += a[k, m] * b[n, k]
    for image, sizes in ((a, (24, 48)), (b, (64, 24))):
        image.set_estimates([(0, size) for size in sizes])
    c.set_estimates([(0, 64), (0, 48)])
    return a, b, hl.Pipeline(c)

halide_autoconfig.load()
halide_autoconfig.load()
assert pathlib.Path(halide_autoconfig.path()).is_file()
os.environ["AUTOCONFIG_EXPLAIN"] = "/nowhere/else.txt"  # what the caller has said stays as it is
target = hl.get_jit_target_from_environment()
a, b, pipeline = product()
report = halide_autoconfig.explain(pipeline, target, parallelism=1)
assert os.environ.pop("AUTOCONFIG_EXPLAIN") == "/nowhere/else.txt"
assert "T_OL" in str(report) and repr(report) == str(report)
config = report.dict["decisions"][0]["decision"]["name"]
assert config in str(report) and config in report._repr_html_()
assert report.dict["decisions"][0]["decision"]["threads"] == 1

ones = [hl.Buffer(hl.Float(32), list(sizes)) for sizes in ((24, 48), (64, 24))]
for image, buffer in zip((a, b), ones):
    buffer.fill(1.0)
    image.set(buffer)
out = pipeline.realize([64, 48])
out = out[0] if isinstance(out, (list, tuple)) else out
assert all(out[n, m] == 24.0 for n in (0, 63) for m in (0, 47))
END
