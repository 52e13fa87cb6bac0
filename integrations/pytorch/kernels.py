"""What networks ask of a compiler beside matrix products and convolutions: each entry is a function of tensors,
forward or with its gradients, and the tensors it is called with."""

import torch
import torch.nn.functional as F

KERNELS = {}  # name: (function, makes the inputs)


def floats(*shapes):
    return lambda: [torch.randn(shape) for shape in shapes]


def indices(count, below):
    return torch.randint(0, below, (count,))


def kernel(name, inputs):
    def add(function):
        KERNELS[name] = (function, inputs)
        return function

    return add


def gradients(function, wanted):
    """Of the function's result, weighted by the last tensor, for the tensors at these positions."""

    def backward(*tensors):
        *inputs, weight = tensors
        inputs = [t.detach().requires_grad_(i in wanted) for i, t in enumerate(inputs)]
        result = function(*inputs)
        return torch.autograd.grad(result, [inputs[i] for i in wanted], weight)

    return backward


def forward_and_backward(name, function, inputs, result, wanted=(0,)):
    """`inputs` and `result`: shapes."""
    KERNELS[name] = (lambda *tensors: (function(*tensors),), floats(*inputs))
    KERNELS[name + ", backward"] = (gradients(function, wanted), floats(*inputs, result))


# A transformer block.
rows, columns = 512, 768
forward_and_backward("softmax", lambda a: F.softmax(a, -1), [(512, 1000)], (512, 1000))
forward_and_backward("log softmax", lambda a: F.log_softmax(a, -1), [(256, 4000)], (256, 4000))
forward_and_backward(
    "layer norm", lambda a, w, b: F.layer_norm(a, (columns,), w, b), [(rows, columns), (columns,), (columns,)],
    (rows, columns), (0, 1, 2))
forward_and_backward("gelu", lambda a: F.gelu(a, approximate="tanh"), [(rows, 3072)], (rows, 3072))
forward_and_backward("swiglu", lambda a, b: F.silu(a) * b, [(rows, 2048), (rows, 2048)], (rows, 2048), (0, 1))


@kernel("residual and layer norm", floats((rows, columns), (rows, columns), (columns,), (columns,)))
def _(a, residual, w, b):
    total = a + residual
    return total, F.layer_norm(total, (columns,), w, b)


@kernel("rms norm", floats((256, 2048), (2048,)))
def _(a, w):
    return (a * torch.rsqrt((a * a).mean(-1, keepdim=True) + 1e-6) * w,)


@kernel("masked softmax of attention", floats((8, 128, 128)))
def _(scores):
    later = torch.ones(128, 128, dtype=torch.bool).triu(1)
    return (F.softmax(scores.masked_fill(later, -1e4), -1),)


@kernel("rotary embedding", floats((8, 128, 64), (128, 32), (128, 32)))
def _(a, cos, sin):
    even, odd = a[..., 0::2], a[..., 1::2]
    return (torch.cat([even * cos - odd * sin, even * sin + odd * cos], -1),)


@kernel("heads to rows", floats((8, 128, 64)))
def _(a):
    return (a.permute(1, 0, 2).reshape(128, 512) + 1,)


@kernel("transpose and add", floats((1200, 1000), (1000, 1200)))
def _(a, b):
    return (a.t() + b,)


# A ResNet and a MobileNet block.
@kernel("batch norm in training", floats((8, 32, 28, 28), (32,), (32,)))
def _(a, w, b):
    return (F.batch_norm(a, None, None, w, b, training=True),)


@kernel("batch norm and relu", floats((4, 64, 56, 56), (64,), (64,), (64,), (64,)))
def _(a, mean, variance, w, b):
    return (F.relu(F.batch_norm(a, mean, variance.abs(), w, b)),)


@kernel("residual and relu", floats((4, 64, 56, 56), (4, 64, 56, 56)))
def _(a, residual):
    return (F.relu(a + residual),)


@kernel("max pool", floats((1, 64, 112, 112)))
def _(a):
    return (F.max_pool2d(a, 3, 2, 1),)


@kernel("average pool", floats((1, 64, 56, 56)))
def _(a):
    return (F.avg_pool2d(a, 2),)


@kernel("mean of pixels", floats((4, 512, 7, 7)))
def _(a):
    return (a.mean((2, 3)),)


@kernel("group norm", floats((2, 64, 28, 28), (64,), (64,)))
def _(a, w, b):
    return (F.group_norm(a, 8, w, b),)


forward_and_backward("hard swish", F.hardswish, [(1, 96, 56, 56)], (1, 96, 56, 56))


@kernel("squeeze and excite", floats((1, 96, 56, 56), (1, 96)))
def _(a, gate):
    return (a * F.hardsigmoid(gate)[:, :, None, None],)


@kernel("pixels to channels", floats((1, 64, 56, 56)))
def _(a):
    return (F.relu(a).permute(0, 2, 3, 1).contiguous(),)


@kernel("pixel shuffle", floats((1, 64, 64, 64)))
def _(a):
    return (F.pixel_shuffle(a, 2) + 0.5,)


# Losses.
@kernel("cross entropy", lambda: [torch.randn(256, 4000), indices(256, 4000)])
def _(a, target):
    return (F.cross_entropy(a, target),)


@kernel("cross entropy, backward", lambda: [torch.randn(256, 4000), indices(256, 4000)])
def _(a, target):
    a = a.detach().requires_grad_()
    return torch.autograd.grad(F.cross_entropy(a, target), a)


@kernel("mean squared error", floats((512, 1000), (512, 1000)))
def _(a, b):
    return (F.mse_loss(a, b),)


@kernel("smooth L1", floats((512, 1000), (512, 1000)))
def _(a, b):
    return (F.smooth_l1_loss(a, b, reduction="none").sum(-1),)


@kernel("binary cross entropy", lambda: [torch.randn(512, 1000), torch.rand(512, 1000)])
def _(a, target):
    return (F.binary_cross_entropy_with_logits(a, target, reduction="none").mean(-1),)


@kernel("divergence of rows", floats((512, 1000), (512, 1000)))
def _(a, b):
    return (F.kl_div(F.log_softmax(a, -1), F.softmax(b, -1), reduction="none").sum(-1),)


# Steps of an optimiser.
parameters = (1000, 1024)


@kernel("SGD with momentum", floats(parameters, parameters, parameters))
def _(p, gradient, momentum):
    momentum = 0.9 * momentum + gradient
    return p - 0.01 * momentum, momentum


@kernel("AdamW", floats(parameters, parameters, parameters, parameters))
def _(p, gradient, first, second):
    first = first + 0.1 * (gradient - first)
    second = 0.999 * second.abs() + 0.001 * gradient * gradient
    return p * 0.999 - 0.001 * first / (second.sqrt() + 1e-8), first, second


@kernel("norm of all gradients", floats(parameters))
def _(gradient):
    return (gradient.square().sum().sqrt(),)


# Reductions.
@kernel("row sums", floats((1024, 1024)))
def _(a):
    return (a.sum(-1),)


@kernel("column sums", floats((1024, 1024)))
def _(a):
    return (a.sum(0),)


@kernel("column sums of a few", floats((20000, 50)))
def _(a):
    return (a.sum(0),)


@kernel("column maxima", floats((300, 3000)))
def _(a):
    return (a.amax(0),)


@kernel("argmax of rows", floats((512, 1000)))
def _(a):
    return (a.argmax(-1),)


@kernel("variance of rows", floats((512, 1000)))
def _(a):
    return (a.var(-1),)


@kernel("variance of columns", floats((1000, 512)))
def _(a):
    return (a.var(0),)


@kernel("any of rows", floats((1024, 1000)))
def _(a):
    return ((a > 4).any(-1),)


@kernel("bias gradient", floats((8, 32, 28, 28)))
def _(a):
    return (a.sum((0, 2, 3)),)


# Interpolation and indexing.
@kernel("bilinear upsample", floats((1, 32, 64, 64)))
def _(a):
    return (F.interpolate(a, scale_factor=2, mode="bilinear", align_corners=False),)


@kernel("nearest upsample", floats((1, 32, 64, 64)))
def _(a):
    return (F.interpolate(a, scale_factor=2, mode="nearest"),)


@kernel("embedding", lambda: [torch.randn(30000, 768), indices(512, 30000)])
def _(table, index):
    return (F.embedding(index, table) * 27.7,)


@kernel("gather along rows", lambda: [torch.randn(512, 1000), torch.randint(0, 1000, (512, 200))])
def _(a, index):
    return (a.gather(1, index) * 2,)


@kernel("pad and crop", floats((4, 32, 60, 60)))
def _(a):
    return (F.pad(a, (2, 2, 2, 2))[:, :, 1:-1, 1:-1].relu(),)


@kernel("flip and roll", floats((64, 120, 100)))
def _(a):
    return (a.flip(-1) + a.roll(5, 1),)


@kernel("concatenation", floats((512, 300), (512, 500)))
def _(a, b):
    return (torch.cat([a.sigmoid(), b.tanh()], -1),)


@kernel("one-hot", lambda: [indices(512, 1000)])
def _(index):
    return ((index[:, None] == torch.arange(1000)).float() * 0.9 + 0.0001,)
