"""Loads the plugin named on the command line into Python's Halide, schedules a product, checks it.

Exit status 77 (skipped) where Python has no Halide. Buffers are read through Halide itself: numpy is
not needed. The values are small integers, so every order of summation gives the same float.
"""

import sys

try:
    import halide as hl
except ImportError:
    print("no Halide for this Python: install python3-halide")
    sys.exit(77)


def product():
    """C(n, m) = sum over k of A(k, m) * B(n, k), with estimates m 48, n 64, k 32."""
    a = hl.ImageParam(hl.Float(32), 2, "A")
    b = hl.ImageParam(hl.Float(32), 2, "B")
    n, m, k = hl.Var("n"), hl.Var("m"), hl.RDom([(0, a.dim(0).extent())], "k")
    c = hl.Func("C")
    c[n, m] = 0.0
    c[n, m] += a[k, m] * b[n, k]
    a.set_estimates([(0, 32), (0, 48)])
    b.set_estimates([(0, 64), (0, 32)])
    c.set_estimates([(0, 64), (0, 48)])
    return a, b, hl.Pipeline(c)


def schedule(pipeline):
    """Applies AutoConfig; returns the schedule's source."""
    target = hl.get_jit_target_from_environment()
    if hasattr(pipeline, "apply_autoscheduler"):
        return pipeline.apply_autoscheduler(target, hl.AutoschedulerParams("AutoConfig")).schedule_source
    return pipeline.auto_schedule("AutoConfig", target).schedule_source


def filled(width, height, seed):
    buffer = hl.Buffer(hl.Float(32), [width, height])
    for y in range(height):
        for x in range(width):
            buffer[x, y] = float((seed + 7 * x + 5 * y) % 11 - 5)
    return buffer


def wrong_elements(a, b, pipeline, m, n, k):
    left, right = filled(k, m, 1), filled(n, k, 2)
    a.set(left)
    b.set(right)
    c = pipeline.realize([n, m])
    return sum(
        c[x, y] != sum(left[i, y] * right[x, i] for i in range(k))
        for y in range(m)
        for x in range(n)
    )


def main():
    hl.load_plugin(sys.argv[1])
    a, b, pipeline = product()
    if "vectorize" not in schedule(pipeline):
        sys.exit("the schedule's source has no vectorize")
    for m, n, k in [(48, 64, 32), (3, 5, 7), (1, 1, 1), (49, 65, 31)]:
        wrong = wrong_elements(a, b, pipeline, m, n, k)
        if wrong:
            sys.exit(f"m {m} n {n} k {k}: {wrong} of {m * n} elements wrong")


if __name__ == "__main__":
    main()
