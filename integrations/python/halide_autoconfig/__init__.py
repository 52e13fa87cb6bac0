"""AutoConfig, an autoscheduler for Halide, in Python.

    import halide as hl, halide_autoconfig
    halide_autoconfig.load()
    report = halide_autoconfig.explain(pipeline, hl.get_jit_target_from_environment())
    print(report)        # why it is scheduled as it is; a notebook shows a Report by itself
    report.dict["decisions"][0]["decision"]
"""

import html
import json
import os
import pathlib
import tempfile

import halide as hl

__all__ = ["Report", "explain", "load", "path"]

_plugin = pathlib.Path(__file__).with_name("libautoschedule_autoconfig.so")
_loaded = False


def path():
    """The plugin's file; its folder is what PyTorch takes as HALIDE_LIB."""
    return str(_plugin)


def load():
    """Makes "AutoConfig" known to Halide in this process; once is enough, more do no harm."""
    global _loaded
    if not _loaded:
        hl.load_plugin(path())
        _loaded = True


class Report:
    """Why a pipeline is scheduled as it is: str() gives the text, `dict` what the JSON report holds."""

    def __init__(self, text, dict):
        self.text, self.dict = text, dict

    def __str__(self):
        return self.text

    def __repr__(self):
        return self.text

    def _repr_html_(self):
        chosen = "".join(
            "<li>{} by <b>{}</b></li>".format(
                html.escape(one["problem"]["func"]), html.escape(one["decision"]["name"]))
            for one in self.dict["decisions"])
        return "<ul>{}</ul><details><summary>AutoConfig's report</summary><pre>{}</pre></details>".format(
            chosen, html.escape(self.text))


def explain(pipeline, target, parallelism=None):
    """Schedules a pipeline, which must have no schedule yet, and returns the Report."""
    load()
    with tempfile.TemporaryDirectory() as folder:
        before = os.environ.get("AUTOCONFIG_EXPLAIN")
        os.environ["AUTOCONFIG_EXPLAIN"] = os.path.join(folder.replace("%", "%%"), "report.%e")
        try:
            _schedule(pipeline, target, parallelism)
        finally:
            if before is None:
                del os.environ["AUTOCONFIG_EXPLAIN"]
            else:
                os.environ["AUTOCONFIG_EXPLAIN"] = before
        text = pathlib.Path(folder, "report.txt").read_text()
        return Report(text, json.loads(pathlib.Path(folder, "report.json").read_text()))


def _schedule(pipeline, target, parallelism):
    if hasattr(pipeline, "apply_autoscheduler"):  # since Halide 15
        params = {} if parallelism is None else {"parallelism": str(parallelism)}
        return pipeline.apply_autoscheduler(target, hl.AutoschedulerParams("AutoConfig", params))
    if parallelism is None:
        return pipeline.auto_schedule("AutoConfig", target)
    return pipeline.auto_schedule("AutoConfig", target, hl.MachineParams(parallelism, 0, 0))
