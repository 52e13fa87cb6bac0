"""The wheel of a plugin that CMake has built, named by AUTOCONFIG_PLUGIN, for Halide AUTOCONFIG_HALIDE: no Python
extension, but code of one machine and one Halide all the same."""

import os
import shutil

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py


class OfOneMachine(Distribution):
    def has_ext_modules(self):
        return True


class WithPlugin(build_py):
    def run(self):
        super().run()
        shutil.copy(os.environ["AUTOCONFIG_PLUGIN"], os.path.join(self.build_lib, "halide_autoconfig"))


setup(
    name="halide-autoconfig",
    version=os.environ["AUTOCONFIG_VERSION"] + "+halide" + os.environ["AUTOCONFIG_HALIDE"],
    description="An autoscheduler for Halide that does not search and explains itself",
    license="MIT",
    packages=["halide_autoconfig"],
    python_requires=">=3.8",
    distclass=OfOneMachine,
    cmdclass={"build_py": WithPlugin},
)
