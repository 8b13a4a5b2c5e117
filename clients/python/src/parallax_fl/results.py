"""Results of runs, and several of them side by side."""

from __future__ import annotations

import html
import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Mapping, NamedTuple, Optional

from .errors import ParallaxError
from .program import PathLike, Program
from .tables import COMPARED, PREDICTIONS, SPLITS, Table, page_table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Comparison", "Difference", "Exports", "MeanSd", "Result"]

#: Metrics by which a result is first shown, in the order of tables; shares of 1 are shown in %.
_SHARES = ("accuracy", "balancedAccuracy", "precision", "f1", "auc", "nmi", "purity")
_MAIN = ("accuracy", "concordance", "rSquared", "explainedDeviance")
_LABELS = {
    "balancedAccuracy": "balanced",
    "precision": "macro precision",
    "f1": "macro F1",
    "auc": "AUC",
    "nmi": "NMI",
}
_MOST_COLUMNS = 5


class MeanSd(NamedTuple):
    """The mean over the splits and their standard deviation, which one split does not have."""

    mean: float
    sd: Optional[float]


class Difference(NamedTuple):
    """The method minus another row: the mean over the splits.

    ``low`` and ``high`` are the ends of the 95 % interval, ``t`` and ``p`` those of the corrected
    resampled t-test; None where there is no test.
    """

    mean: float
    low: Optional[float]
    high: Optional[float]
    t: Optional[float]
    p: Optional[float]


@dataclass(frozen=True)
class Exports:
    """The texts in which the program writes a table of results."""

    text: str = ""
    csv: str = ""
    latex: str = ""
    markdown: str = ""


def _number(value: Any) -> Any:
    """Returns a number that JSON could not write."""
    return float(value) if isinstance(value, str) else value


def _means(metrics: Mapping[str, Any], splits: int) -> Dict[str, MeanSd]:
    return {
        name: MeanSd(_number(one["mean"]), _number(one["sd"]) if splits > 1 else None)
        for name, one in metrics.items()
    }


class Result:
    """What a study has found.

    ``data`` is all of it, as ``parallax run --json`` prints it.
    """

    def __init__(
        self,
        data: Dict[str, Any],
        folder: Optional[Path] = None,
        program: Optional[Program] = None,
        exports: Optional[Exports] = None,
    ) -> None:
        self.data = data
        self._folder = folder
        self._program = program
        self._exports = exports

    @property
    def study(self) -> str:
        """The study's name."""
        return str(self.data["study"])

    @property
    def method(self) -> str:
        """The method's name in study files."""
        return str(self.data["method"])

    @property
    def title(self) -> str:
        """The method's name in tables, where it is the first row."""
        return str(self.data["title"])

    @property
    def seed(self) -> int:
        """The study's seed."""
        return int(self.data["seed"])

    @property
    def result_hash(self) -> str:
        """A hash of the result: equal bits have equal hashes."""
        return str(self.data["resultHash"])

    @property
    def sentence(self) -> str:
        """The result in one sentence; empty in a result of an earlier version."""
        return str(self.data.get("sentence", ""))

    @property
    def notes(self) -> List[str]:
        """Warnings and remarks: rows left out or cut, columns of one value."""
        return list(self.data.get("notes", []))

    @property
    def folder(self) -> Path:
        """The run's folder; an error if the study was run between machines."""
        if self._folder is None:
            raise ParallaxError(
                "a study between machines has no run folder here; its numbers are in metrics,"
                " table() and splits(), its report at Coordinator.report()"
            )
        return self._folder

    @property
    def report(self) -> Path:
        """The report: one HTML page that needs no network."""
        return self.folder / "report.html"

    @property
    def metrics(self) -> Dict[str, MeanSd]:
        """The method's metrics: mean and deviation over the splits, as fractions of 1.

        Of one split there is no deviation: ``sd`` is None.
        """
        return _means(self.data["metrics"], self._count)

    @property
    def _count(self) -> int:
        return int(self.data["splits"])

    @property
    def baselines(self) -> Dict[str, Dict[str, MeanSd]]:
        """The metrics of everything that the method was compared with, by its name."""
        return {name: _means(row, self._count) for name, row in self.data["baselines"].items()}

    @property
    def differences(self) -> Dict[str, Dict[str, Difference]]:
        """The method minus every other row, by row and metric."""
        return {
            name: {
                metric: Difference(*(_number(one.get(key)) for key in Difference._fields))
                for metric, one in row.items()
            }
            for name, row in self.data.get("differences", {}).items()
        }

    def table(self) -> Table:
        """Every row and metric: mean, sd, and the method minus this row with its interval."""
        differences = self.differences
        rows: List[List[Any]] = []
        for name, metrics in self._rows().items():
            for metric, found in metrics.items():
                minus = differences.get(name, {}).get(metric)
                told = [None] * 4 if minus is None else [minus.mean, minus.low, minus.high, minus.p]
                rows.append([name, metric, found.mean, found.sd, *told])
        return Table(("row", "metric", "mean", "sd", "difference", "low", "high", "p"), rows)

    def _rows(self) -> Dict[str, Dict[str, MeanSd]]:
        return {self.title: self.metrics, **self.baselines}

    def splits(self) -> Table:
        """Every metric of every split: run, method, row, split, party, view, metric, value.

        ``method`` is the name of the run's method, in every row. Where ``row`` is the same, the
        number is the method's own; else it is that of something the method was compared with.
        Party and view are empty where all held-out rows are meant. Between machines only the
        method's own metrics of each split are known, and ``run`` is empty.
        """
        if self._folder is not None:
            return Table.read(self._folder / "splits.csv", SPLITS)
        return Table(
            ("run", "method", "row", "split", "party", "view", "metric", "value"),
            (
                ("", self.title, self.title, split["trial"], "", "", metric, _number(value))
                for split in self.data.get("bySplit", [])
                for metric, value in split["metrics"].items()
            ),
        )

    def predictions(self) -> Table:
        """The held-out rows of all splits: split, id, truth, what was predicted, scores."""
        return Table.read(self.folder / "predictions.csv", PREDICTIONS)

    def predict(self, views: Any, **options: Any) -> Table:
        """Predicts new rows by the model of all rows; see :func:`parallax_fl.predict`."""
        from .runs import predict

        return predict(self, views, **options)

    def text(self) -> str:
        """The result as a terminal shows it."""
        return self._exported().text

    def latex(self, file: Optional[PathLike] = None) -> str:
        """The tables for LaTeX, with the package booktabs; also written if a file is named."""
        return _written(self._exported().latex, file)

    def markdown(self, file: Optional[PathLike] = None) -> str:
        """The tables in Markdown; also written if a file is named."""
        return _written(self._exported().markdown, file)

    def _exported(self) -> Exports:
        if self._exports is None:
            raise ParallaxError(
                "this result was only read, and its tables are not kept; call run() with its study,"
                " which finds the finished run, or compare() with others"
            )
        return self._exports

    def plot(self, metric: Optional[str] = None) -> Figure:
        """Draws a metric of every row, and the method minus every row; needs matplotlib.

        On the left the mean over the splits, with a bar of one standard deviation to either side
        and a dot for each split. On the right the mean differences with their 95 % intervals, where
        the splits allow a test; an interval on one side of zero tells two rows apart.
        """
        from .plots import draw

        return draw(self, metric or self.main_metric)

    @property
    def main_metric(self) -> str:
        """The metric by which the result is first judged, such as accuracy."""
        known = self.metrics
        return next((name for name in _MAIN if name in known), next(iter(known)))

    def _shown(self) -> List[str]:
        known = self.metrics
        shares = [name for name in _SHARES if name in known]
        others = [name for name in known if name not in _SHARES]
        return (shares or others)[:_MOST_COLUMNS]

    def __repr__(self) -> str:
        found = self.metrics[self.main_metric]
        spread = "" if found.sd is None else f" ± {found.sd:.4f}"
        return (
            f"Result(study={self.study!r}, method={self.title!r},"
            f" {self.main_metric}={found.mean:.4f}{spread}, splits={self._count})"
        )

    def _repr_html_(self) -> str:
        shown = self._shown()
        rows = [
            [name, *(_spread(metric, metrics.get(metric)) for metric in shown)]
            for name, metrics in self._rows().items()
        ]
        splits = "1 split" if self._count == 1 else f"{self._count} splits, mean ± standard deviation"
        title = (
            f"<p><b>{html.escape(self.title)}</b>, study {html.escape(self.study)}:"
            f" {self.data['samples']:,} samples, {splits}</p>"
            f"<p>{html.escape(self.sentence)}</p>"
        )
        notes = "".join(f"<p>{html.escape(note)}</p>" for note in self.notes)
        return title + page_table(_head(shown), rows) + notes + self._link()

    def _link(self) -> str:
        if self._folder is None or not self.report.exists():
            return ""
        here = os.path.relpath(self.report).replace(os.sep, "/")
        return f'<p><a href="{html.escape(here)}" target="_blank">Report</a></p>'


def _head(metrics: Iterable[str]) -> List[str]:
    labels = ((name, _LABELS.get(name, name)) for name in metrics)
    return ["", *(f"{label}, %" if name in _SHARES else label for name, label in labels)]


def _spread(metric: str, found: Optional[MeanSd]) -> str:
    if found is None:
        return "–"
    times, digits = (100, 2) if metric in _SHARES else (1, 4)
    spread = "" if found.sd is None else f"\u00a0±\u00a0{times * found.sd:.{digits}f}"
    return f"{times * found.mean:.{digits}f}{spread}"


def _written(text: str, file: Optional[PathLike]) -> str:
    if file is not None:
        Path(file).write_text(text, encoding="utf-8")
    return text


@dataclass(frozen=True, repr=False)
class Comparison:
    """Several runs side by side.

    ``data`` is what ``--json`` prints; ``folders`` are the runs', the first is what the others are
    compared with.
    """

    data: Dict[str, Any]
    folders: List[Path]
    exports: Exports
    program: Optional[Program] = field(default=None, compare=False)

    def results(self) -> List[Result]:
        """The runs that are compared."""
        return [read_result(folder, self.program) for folder in self.folders]

    @property
    def methods(self) -> List[str]:
        """The names of what is compared, as tables have them; each once."""
        names = (one["name"] for data in self.data["sets"] for one in data["methods"])
        return list(dict.fromkeys(names))

    def table(self) -> Table:
        """Every data set, method and metric: mean, sd, the method minus the first, and costs.

        ``low`` and ``high`` are the ends of the difference's 95 % interval; ``p_holm`` is adjusted
        for all methods by Holm's procedure. Rounds, bytes and seconds are those of one training, as
        are ``tried`` and ``search_bytes``, ``directions`` of ``columns``, and ``membership``.
        """
        return Table.parse(self.exports.csv, COMPARED)

    def splits(self) -> Table:
        """Every metric of every method and split: data, method, split, metric, value."""
        return Table(
            ("data", "method", "split", "metric", "value"),
            (
                (data["data"], one["name"], number, metric, _number(value))
                for data in self.data["sets"]
                for one in data["methods"]
                for number, metrics in enumerate(one["bySplit"], 1)
                for metric, value in metrics.items()
            ),
        )

    def latex(self, file: Optional[PathLike] = None) -> str:
        """The tables for LaTeX, with the package booktabs; also written if a file is named."""
        return _written(self.exports.latex, file)

    def markdown(self, file: Optional[PathLike] = None) -> str:
        """The tables in Markdown; also written if a file is named."""
        return _written(self.exports.markdown, file)

    def __repr__(self) -> str:
        return f"Comparison({', '.join(self.methods)})"

    def __str__(self) -> str:
        return self.exports.text

    def _repr_html_(self) -> str:
        return "".join(self._set(data) for data in self.data["sets"])

    def _set(self, data: Mapping[str, Any]) -> str:
        shown = [name for name in data["metrics"] if name in _SHARES] or data["metrics"]
        shown = shown[:_MOST_COLUMNS]
        table = self.table().where(data=data["data"])
        rows = []
        for one in data["methods"]:
            own = {row["metric"]: row for row in table.where(method=one["name"])}
            found = (own.get(metric) for metric in shown)
            rows.append([one["name"], *(map(_cell, shown, found))])
        caption = f"{data['data']}: {data['samples']:,} samples, {data['splits']} split"
        caption += "" if data["splits"] == 1 else "s"
        note = "In brackets: the 95 % interval of the difference to the first row."
        return f"<p>{html.escape(caption)}</p>{page_table(_head(shown), rows)}<p>{note}</p>"


def _cell(metric: str, row: Optional[Mapping[str, Any]]) -> str:
    if row is None:
        return "–"
    text = _spread(metric, MeanSd(row["mean"], row["sd"]))
    if row["low"] is None:
        return text
    times, digits = (100, 2) if metric in _SHARES else (1, 4)
    low, high = (f"{times * row[end]:+.{digits}f}" for end in ("low", "high"))
    return f"{text} [{low},\u00a0{high}]"


def read_result(folder: Path, program: Optional[Program] = None) -> Result:
    """Reads the result of a finished run."""
    file = folder / "result.json"
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ParallaxError(
            f"{folder} has no result; it is no run folder, or the run is not finished"
        ) from error
    except ValueError as error:
        raise ParallaxError(
            f"{file} is damaged; remove {folder} and run its study again"
        ) from error
    return Result(data, folder, program)


def folders_of(data: Mapping[str, Any], base: Path) -> List[Path]:
    """Returns the folders of the runs that a comparison's JSON names."""
    named: Iterable[str] = (
        one["run"] for data_set in data["sets"] for one in data_set["methods"] if one["run"]
    )
    return [base / name for name in named]
