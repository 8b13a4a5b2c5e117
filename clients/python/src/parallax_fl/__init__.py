"""Parallax from Python: run studies, read their results, and use a coordinator.

    import parallax_fl as plx

    result = plx.run("digits.yaml")
    result.metrics["accuracy"].mean
    result.predict({"kar": "new_kar.csv", "fou": "new_fou.csv"}).rows()

The program does the work: this package calls it and reads what it leaves. It needs nothing but
Python 3.9 or later; pandas and matplotlib are used where they are installed.
"""

from importlib import metadata as _metadata

from .coordinator import Coordinator, StudyStatus
from .errors import ParallaxError
from .program import Program
from .progress import Progress
from .results import Comparison, Difference, MeanSd, Result
from .runs import Run, compare, load, predict, run, runs
from .tables import Table

__all__ = [
    "Comparison",
    "Coordinator",
    "Difference",
    "MeanSd",
    "ParallaxError",
    "Program",
    "Progress",
    "Result",
    "Run",
    "StudyStatus",
    "Table",
    "compare",
    "load",
    "predict",
    "run",
    "runs",
]

try:
    __version__ = _metadata.version("parallax-fl")
except _metadata.PackageNotFoundError:  # used from its sources
    __version__ = "0+source"
