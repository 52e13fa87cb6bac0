"""Loads the plugin named on the command line into Python's Halide; schedules and checks two pipelines.

Exit status 77 (skipped) where Python has no Halide. Buffers are read through Halide itself: numpy is
not needed. The values are small integers, so every order of summation gives the same float.
"""

import itertools
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


def convolution():
    """output(k, x, y) = sum over c and a 3x3 window; estimates x 12, y 10, c 16, k 32."""
    image, weights = hl.ImageParam(hl.Float(32), 3, "image"), hl.ImageParam(hl.Float(32), 4, "weights")
    k, x, y = hl.Var("k"), hl.Var("x"), hl.Var("y")
    r = hl.RDom([(0, image.dim(0).extent()), (0, 3), (0, 3)], "r")
    output = hl.Func("output")
    output[k, x, y] = 0.0
    output[k, x, y] += image[r.x, x + r.y, y + r.z] * weights[k, r.x, r.y, r.z]
    image.set_estimates([(0, 16), (0, 14), (0, 12)])
    weights.set_estimates([(0, 32), (0, 16), (0, 3), (0, 3)])
    output.set_estimates([(0, 32), (0, 12), (0, 10)])
    return image, weights, hl.Pipeline(output)


def schedule(pipeline):
    """Applies AutoConfig; returns the schedule's source."""
    target = hl.get_jit_target_from_environment()
    if hasattr(pipeline, "apply_autoscheduler"):
        return pipeline.apply_autoscheduler(target, hl.AutoschedulerParams("AutoConfig")).schedule_source
    return pipeline.auto_schedule("AutoConfig", target).schedule_source


def indices(sizes):
    """Tuples, dimension 0 fastest."""
    return (tuple(reversed(i)) for i in itertools.product(*(range(size) for size in reversed(sizes))))


def filled(sizes, seed):
    buffer = hl.Buffer(hl.Float(32), list(sizes))
    for position, index in enumerate(indices(sizes)):
        buffer[index] = float((seed + 7 * position + position // sizes[0]) % 11 - 5)
    return buffer


def wrong_elements(pipeline, sizes, expected):
    result = pipeline.realize(list(sizes))
    return sum(result[index] != expected(*index) for index in indices(sizes))


def check_product(m, n, k, built):
    a, b, pipeline = built
    left, right = filled((k, m), 1), filled((n, k), 2)
    a.set(left)
    b.set(right)
    return wrong_elements(pipeline, (n, m), lambda x, y: sum(left[i, y] * right[x, i] for i in range(k)))


def check_convolution(width, height, c, k, built):
    image, weights, pipeline = built
    pixels, taps = filled((c, width + 2, height + 2), 1), filled((k, c, 3, 3), 2)
    image.set(pixels)
    weights.set(taps)
    window = list(indices((c, 3, 3)))
    return wrong_elements(
        pipeline,
        (k, width, height),
        lambda o, x, y: sum(pixels[i, x + r, y + s] * taps[o, i, r, s] for i, r, s in window),
    )


def check(build, check_at, all_sizes):
    built = build()
    if "vectorize" not in schedule(built[-1]):
        sys.exit(f"the schedule's source of the {build.__name__} has no vectorize")
    for sizes in all_sizes:
        wrong = check_at(*sizes, built)
        if wrong:
            sys.exit(f"{build.__name__} of {sizes}: {wrong} elements wrong")


def main():
    hl.load_plugin(sys.argv[1])
    check(product, check_product, [(48, 64, 32), (3, 5, 7), (1, 1, 1), (49, 65, 31)])
    check(convolution, check_convolution, [(6, 5, 8, 32), (3, 2, 5, 7), (1, 1, 1, 1), (13, 3, 3, 33)])


if __name__ == "__main__":
    main()
