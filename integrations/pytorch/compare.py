#!/usr/bin/env python3
"""Times kernels that PyTorch's Inductor writes as Halide pipelines, scheduled by AutoConfig and by Halide's own
autoschedulers, and beside them Inductor's C++ backend. Every result is compared with eager PyTorch's.

Needs PyTorch with torch._inductor, its headers, and Halide's Python bindings of the version that the plugins
were built for (integrations/pytorch/README.md). Each kernel has a process of its own, as threads are counted
when a process starts; in it the contestants take turns, and of the ratios of a turn the median counts.
"""

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time

STOCK = ["Adams2019", "Mullapudi2016", "Li2018"]
CONTESTANTS = ["AutoConfig", *STOCK, "C++"]
ROUNDS, BATCH_SECONDS, PAUSE_SECONDS = 15, 2e-3, 0.01
COUNTED = 2  # ratios above count as this


def options(contestant):
    if contestant == "C++":
        return {"cpu_backend": "cpp"}
    return {"cpu_backend": "halide", "halide.scheduler_cpu": contestant, "halide.scan_kernels": True}


def is_right(results, expected):
    import torch

    def alike(a, b):
        if a.is_floating_point():
            return torch.allclose(a, b, rtol=1e-3, atol=1e-5 * max(1.0, b.abs().max().item()))
        return torch.equal(a, b)

    return len(results) == len(expected) and all(map(alike, results, expected))


def compiled(name, contestants):
    """What each contestant made, or why it made nothing; and the inputs."""
    import torch
    import torch._inductor
    from torch.fx.experimental.proxy_tensor import make_fx

    from kernels import KERNELS

    torch.manual_seed(0)
    function, make_inputs = KERNELS[name]
    inputs = make_inputs()
    graph = make_fx(function)(*inputs)
    expected = function(*inputs)
    made, failed = {}, {}
    for contestant in contestants:
        try:
            call = torch._inductor.compile(graph, inputs, options=options(contestant))
            if is_right(call(*inputs), expected):
                made[contestant] = call
            else:
                failed[contestant] = "wrong result"
        except Exception as error:
            failed[contestant] = str(error).strip().splitlines()[-1][:200]
    return made, failed, inputs


def seconds(call, inputs, times):
    time.sleep(PAUSE_SECONDS)  # other contestants' threads fall asleep
    call(*inputs)
    start = time.perf_counter()
    for _ in range(times):
        call(*inputs)
    return (time.perf_counter() - start) / times


def measure(name, contestants):
    """One kernel, in this process, as JSON on stdout."""
    made, failed, inputs = compiled(name, contestants)
    batch = {who: max(1, int(BATCH_SECONDS / seconds(call, inputs, 3))) for who, call in made.items()}
    rounds = [{who: seconds(call, inputs, batch[who]) for who, call in made.items()} for _ in range(ROUNDS)]
    print(json.dumps({"kernel": name, "failed": failed,
                      "us": {who: 1e6 * statistics.median(r[who] for r in rounds) for who in made},
                      "ratios": {who: statistics.median(r[who] / r["AutoConfig"] for r in rounds)
                                 for who in made if "AutoConfig" in made}}))


def in_a_child(name, contestants, threads, cache):
    environment = dict(os.environ, OMP_NUM_THREADS=str(threads), HL_NUM_THREADS=str(threads),
                       TORCHINDUCTOR_CACHE_DIR=cache)
    command = [sys.executable, __file__, "--measure", name, "--contestants", ",".join(contestants)]
    child = subprocess.run(command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if child.returncode == 0:
        return json.loads(child.stdout.splitlines()[-1])
    reason = (child.stderr.strip().splitlines() or ["no word"])[-1]
    return {"kernel": name, "failed": {"AutoConfig": f"exit {child.returncode}: {reason}"}, "us": {},
            "ratios": {}}


def best_of(result, contestants):
    """The least of their times over AutoConfig's, and whose it is."""
    known = [(result["ratios"][who], who) for who in contestants if who in result["ratios"]]
    return min(known) if known else (math.nan, "")


def summary(ratios):
    counted = [min(ratio, COUNTED) for ratio in ratios if not math.isnan(ratio)]
    if not counted:
        return "none"
    mean = math.exp(statistics.fmean(map(math.log, counted)))
    return f"{mean:.2f}, {statistics.median(counted):.2f}, {min(counted):.2f}"


def table(results):
    lines = ["| kernel | µs | best stock scheduler | whose | C++ backend |", "|---|---|---|---|---|"]
    for result in results:
        stock, whose = best_of(result, STOCK)
        cpp, _ = best_of(result, ["C++"])
        ours = result["us"].get("AutoConfig", math.nan)
        lines.append(f"| {result['kernel']} | {ours:.0f} | {stock:.2f} | {whose} | {cpp:.2f} |")
    stock = summary([best_of(result, STOCK)[0] for result in results])
    cpp = summary([best_of(result, ["C++"])[0] for result in results])
    lines.append(f"| geomean, median, worst | | {stock} | | {cpp} |")
    failures = [f"- {result['kernel']}: {who}: {why}" for result in results
                for who, why in result["failed"].items()]
    return "\n".join(lines + [""] + failures)


def versions():
    import halide
    import torch

    return {"PyTorch": torch.__version__, "Halide": getattr(halide, "__version__", "unknown"),
            "date": time.strftime("%Y-%m-%d")}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("filter", nargs="?", default="", help="only kernels with this in their name")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--contestants", default=",".join(CONTESTANTS), help="some of %(default)s")
    parser.add_argument("--out", help="a folder for results.json and results.md")
    parser.add_argument("--measure", metavar="KERNEL", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    contestants = arguments.contestants.split(",")
    unknown = set(contestants) - set(CONTESTANTS)
    if unknown:
        sys.exit(f"compare.py: no contestant is called {', '.join(unknown)}; there are: {', '.join(CONTESTANTS)}")
    if arguments.measure:
        return measure(arguments.measure, contestants)

    from kernels import KERNELS

    names = [name for name in KERNELS if arguments.filter in name]
    if not names:
        sys.exit(f"compare.py: no kernel has '{arguments.filter}' in its name; there are: {', '.join(KERNELS)}")
    results = []
    with tempfile.TemporaryDirectory() as cache:  # plugins change under the same name
        for i, name in enumerate(names):
            results.append(in_a_child(name, contestants, arguments.threads, cache))
            ratios = ", ".join(f"{who} {ratio:.2f}" for who, ratio in results[-1]["ratios"].items())
            print(f"{i + 1}/{len(names)} {name}: {ratios} {results[-1]['failed'] or ''}", file=sys.stderr)
    page = f"{versions()}, {arguments.threads} threads\n\n{table(results)}\n"
    print(page)
    if arguments.out:
        os.makedirs(arguments.out, exist_ok=True)
        with open(os.path.join(arguments.out, "results.json"), "w") as file:
            json.dump({"versions": versions(), "threads": arguments.threads, "results": results}, file, indent=1)
        with open(os.path.join(arguments.out, "results.md"), "w") as file:
            file.write(page)


if __name__ == "__main__":
    main()
