"""Runs of studies on this machine."""

from __future__ import annotations

import json
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from . import progress as _progress
from .errors import ParallaxError
from .program import PathLike, Program
from .results import Comparison, Exports, Result, folders_of, read_result
from .study import Study, study_file
from .tables import PREDICTIONS, Table, is_table, write_table

__all__ = ["Run", "compare", "load", "predict", "run", "runs"]

#: A finished run: its folder, or what run(), runs() and load() return.
Finished = Union[PathLike, Result, "Run"]


def run(
    study: Union[Study, Sequence[Study]],
    *,
    folder: Optional[PathLike] = None,
    out: Optional[PathLike] = None,
    tags: Iterable[str] = (),
    options: Iterable[str] = (),
    progress: _progress.Watcher = None,
    parallax: Union[PathLike, Program, None] = None,
) -> Union[Result, Comparison]:
    """Runs a study on this machine, every party as a node of its own, and returns its result.

    ``study`` is a study file, or what such a file says as a dict. Wherever it names a CSV file,
    a table may stand instead: a DataFrame, a list of dicts, or a Table. A dict is written into
    the working folder as NAME.study.json, with its tables in NAME.study.

    A study with ``methods``, or a list of studies, gives a Comparison.

    The same call goes on with a run that was interrupted, and shows a finished one again.
    KeyboardInterrupt stops it at the end of a round.

    :param folder: the working folder, where ``runs`` is made and a dict's paths begin; by default
        the current one
    :param out: the run's folder, instead of one in ``runs`` that is named by its content
    :param tags: words to find the run by
    :param options: further options of the command, such as ``["--mlflow", "http://…"]``
    :param progress: True or False, or a function that is given a Progress; by default it is shown
        in notebooks and terminals
    :param parallax: the program, or its folder; by default see :meth:`Program.find`
    :raises ParallaxError: with the program's sentence, if the study or its data are wrong
    """
    program = _program(parallax)
    base = _folder(folder)
    listed = isinstance(study, (list, tuple))
    studies: Sequence[Study] = study if listed else [study]  # type: ignore[assignment,list-item]
    if not studies:
        raise ParallaxError("the list of studies is empty; give one or more")
    command: List[object] = ["run", *(study_file(one, base) for one in studies)]
    if out is not None:
        command += ["--out", Path(out).expanduser().absolute()]
    for tag in tags:
        command += ["--tag", tag]
    shown = _progress.show(progress)
    began = time.monotonic()
    try:
        printed, exports = _exported(
            program, [*command, *options, "--progress", "json"], base, shown
        )
    except BaseException as error:
        shown.end("stopped" if isinstance(error, KeyboardInterrupt) else "not finished")
        raise
    data = _last_line(printed)
    shown.end(f"done in {time.monotonic() - began:.1f} s")
    if "sets" in data:
        return Comparison(data, folders_of(data, base), exports, program)
    return Result(data, base / data["folder"], program, exports)


def _program(given: Union[PathLike, Program, None]) -> Program:
    return given if isinstance(given, Program) else Program.find(given)


def _folder(given: Optional[PathLike]) -> Path:
    folder = Path.cwd() if given is None else Path(given).expanduser().absolute()
    if not folder.is_dir():
        raise ParallaxError(f"there is no folder {folder}; make it first")
    return folder


def _exported(
    program: Program, command: List[object], base: Path, shown: _progress.Show
) -> Tuple[str, Exports]:
    """Calls a command that can write tables, and returns what it prints and writes."""
    with tempfile.TemporaryDirectory() as temporary:
        kinds = ("csv", "latex", "markdown")
        files = {kind: Path(temporary) / kind for kind in kinds}
        for kind in kinds:
            command = [*command, f"--{kind}", files[kind]]
        reading = _progress.Reading(shown)
        printed = program.call(*command, "--json", folder=base, line=reading.line)
        texts = {kind: files[kind].read_text(encoding="utf-8") for kind in kinds}
    text = printed.rstrip("\n").rpartition("\n")[0]
    return printed, Exports(text=text, **texts)


def _last_line(printed: str) -> Any:
    try:
        return json.loads(printed.rstrip("\n").rpartition("\n")[2])
    except ValueError as error:
        raise ParallaxError(
            "the program's answer cannot be read; is it of the same version as this package?"
        ) from error


def predict(
    model: Finished,
    views: Any,
    *,
    party: Optional[str] = None,
    times: Iterable[float] = (),
    strata: Optional[str] = None,
    id: Optional[str] = None,
    transpose: Iterable[str] = (),
    parallax: Union[PathLike, Program, None] = None,
) -> Table:
    """Predicts new rows by the model that a run has left.

    :param model: the run, or its folder
    :param views: by view a file or a table, as in ``{"kar": "new.csv", "fou": frame}``; or one file
        or table that has the columns of all views
    :param party: whose part of the model to use, where each party scores alone
    :param times: until which survival is predicted, by a model of times until an event
    :param strata: the place of the rows' strata, for ``times``: a section as in a study file
    :param id: the id column of these files, if it is not that of training
    :param transpose: views whose matrix has a row in each column
    :returns: id, what is predicted, and scores or intervals
    """
    program = _program(parallax or (model._program if isinstance(model, Result) else None))
    command: List[object] = ["predict", "--model", _place(model)]
    for option, value in (("--party", party), ("--strata", strata), ("--id", id)):
        command += [] if value is None else [option, value]
    for option, values in (("--times", times), ("--transpose", transpose)):
        listed = ",".join(map(str, values))
        command += [option, listed] if listed else []
    with tempfile.TemporaryDirectory() as temporary:
        found = Path(temporary) / "predictions.csv"
        command += ["--views", _views(views, Path(temporary)), "--out", found]
        program.call(*command)
        return Table.read(found, PREDICTIONS)


def _views(views: Any, temporary: Path) -> str:
    if isinstance(views, Mapping):
        return ",".join(f"{name}={_view(one, str(name), temporary)}" for name, one in views.items())
    return _view(views, "rows", temporary)


def _view(one: Any, name: str, temporary: Path) -> str:
    if is_table(one):
        return str(write_table(one, temporary / f"{len(list(temporary.iterdir()))}.csv"))
    if not isinstance(one, (str, Path)):
        raise ParallaxError(
            f"the rows of view {name} are of type {type(one).__name__}; they must be a file, a"
            " DataFrame, or a list of dicts"
        )
    text = str(one)
    if "," in text and not text.startswith("{"):
        raise ParallaxError(f"the file {text} has a comma in its name; rename it")
    return text


def _place(run: Finished) -> Path:
    if isinstance(run, (Result, Run)):
        return run.folder.absolute()
    return Path(run).expanduser().absolute()


@dataclass(frozen=True)
class Run:
    """A run that is kept in a folder.

    ``splits`` is the number of splits that are finished, ``name`` and ``tags`` are a person's.
    """

    folder: Path
    study: str
    method: str
    mode: str
    started: str
    name: str
    tags: Tuple[str, ...]
    splits: int
    finished: bool

    def result(self) -> Result:
        """The result of a finished run."""
        return read_result(self.folder)


def runs(folder: PathLike = "runs") -> List[Run]:
    """Returns the runs that are kept in a folder, the newest last; none if there is no such folder."""
    base = Path(folder).expanduser().absolute()
    if not base.is_dir():
        return []
    found = [_run(one) for one in base.iterdir() if (one / "manifest.json").is_file()]
    return sorted(found, key=lambda one: (one.started, one.folder))


def _run(folder: Path) -> Run:
    about, notes = (_read(folder / name) for name in ("manifest.json", "run.json"))
    return Run(
        folder=folder,
        study=str(about.get("study", "")),
        method=str(about.get("method", "")),
        mode=str(about.get("settings", {}).get("mode", "")),
        started=str(notes.get("started", "")),
        name=str(notes.get("name", "")),
        tags=tuple(notes.get("tags", ())),
        splits=sum(1 for _ in folder.glob("split-*.json")),
        finished=(folder / "result.json").is_file(),
    )


def _read(file: Path) -> Any:
    if not file.is_file():
        return {}
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ParallaxError(f"{file} cannot be read; remove {file.parent}") from error


def load(folder: PathLike) -> Result:
    """Reads the result of a finished run."""
    return read_result(Path(folder).expanduser().absolute())


def compare(
    *finished: Finished,
    across: bool = False,
    baselines: bool = False,
    parallax: Union[PathLike, Program, None] = None,
) -> Comparison:
    """Compares two or more finished runs, each with the first, split by split.

    :param across: compare over several data sets; else all runs must hold out the same rows
    :param baselines: with all that the runs were compared with
    """
    program = _program(parallax)
    command: List[object] = ["runs", "compare", *map(_place, finished)]
    command += ["--across"] if across else []
    command += ["--baselines"] if baselines else []
    base = Path.cwd()
    printed, exports = _exported(program, command, base, _progress.Show())
    data = _last_line(printed)
    return Comparison(data, folders_of(data, base), exports, program)
