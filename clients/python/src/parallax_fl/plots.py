"""Drawings of results, by matplotlib where it is installed."""

from __future__ import annotations

import io
import math
from typing import TYPE_CHECKING, Dict, List

from .errors import ParallaxError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from .results import Result

__all__ = ["draw"]

_INK = "#1f4e79"
_SOFT = "#8a8f98"


def draw(result: Result, metric: str) -> Figure:
    """Draws a metric of every row beside the method's differences to them."""
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ParallaxError(
            "plot() needs matplotlib; install it, or use table(), which has the same numbers"
        ) from error

    class Drawing(Figure):
        """A figure that a notebook shows, with whatever pyplot is set to."""

        def _repr_png_(self) -> bytes:
            page = io.BytesIO()
            self.savefig(page, format="png", dpi=100)
            return page.getvalue()

    means = {
        name: row[metric]
        for name, row in {result.title: result.metrics, **result.baselines}.items()
        if metric in row and math.isfinite(row[metric].mean)
    }
    if not means:
        raise ParallaxError(f"there is no metric '{metric}'; there are {', '.join(result.metrics)}")
    names = list(means)
    figure = Drawing(figsize=(9.5, 1.2 + 0.32 * len(names)), layout="constrained")
    left, right = figure.subplots(1, 2, sharey=True, gridspec_kw={"width_ratios": [3, 2]})
    dots = _splits(result, metric)
    for place, name in enumerate(names):
        found = means[name]
        colour = _INK if place == 0 else _SOFT
        left.plot(
            dots.get(name, []), [place] * len(dots.get(name, [])), ".", color=colour, alpha=0.4
        )
        left.errorbar(found.mean, place, xerr=found.sd, fmt="o", color=colour, capsize=3)
    left.set_yticks(range(len(names)), names)
    left.invert_yaxis()
    left.set_xlabel(f"{metric}, mean ± standard deviation")
    _differences(right, result, metric, names)
    for axes in (left, right):
        axes.grid(axis="x", alpha=0.3)
        axes.spines[["top", "right"]].set_visible(False)
    return figure


def _splits(result: Result, metric: str) -> Dict[str, List[float]]:
    values: Dict[str, List[float]] = {}
    for row in result.splits().where(metric=metric, party=""):
        if row["value"] is not None:
            name = result.title if row["row"] == row["method"] else row["row"]
            values.setdefault(name, []).append(row["value"])
    return values


def _differences(axes: Axes, result: Result, metric: str, names: List[str]) -> None:
    axes.axvline(0, color=_SOFT, linewidth=1)
    for place, name in enumerate(names):
        found = result.differences.get(name, {}).get(metric)
        if found is None:
            continue
        if found.low is None or found.high is None:
            axes.plot(found.mean, place, "o", color=_SOFT, fillstyle="none")
            continue
        ends = [[found.mean - found.low], [found.high - found.mean]]
        axes.errorbar(found.mean, place, xerr=ends, fmt="o", color=_INK, capsize=3)
    axes.set_xlabel(f"{result.title} minus the row,\n95 % interval")
