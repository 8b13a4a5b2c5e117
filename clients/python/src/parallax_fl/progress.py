"""The progress of a run: what the program tells, and where it is shown."""

from __future__ import annotations

import html
import json
import sys
import time
from dataclasses import dataclass, replace
from typing import Any, Callable, Optional, TextIO, Union

__all__ = ["Progress", "Watcher"]


@dataclass(frozen=True)
class Progress:
    """Where a run stands. What is None cannot be told.

    ``run`` of ``runs`` counts the runs of one call; ``trial`` of ``trials`` the splits (``kind``)
    of a run; ``round`` those of a training. ``share`` and ``seconds_left`` are estimates.
    """

    study: str = ""
    method: str = ""
    run: int = 1
    runs: int = 1
    kind: Optional[str] = None
    trial: Optional[int] = None
    trials: Optional[int] = None
    stage: Optional[str] = None
    round: Optional[int] = None
    objective: Optional[float] = None
    change: Optional[float] = None
    share: Optional[float] = None
    seconds_left: Optional[float] = None
    note: Optional[str] = None

    @property
    def text(self) -> str:
        """One line for people."""
        words = [self.study]
        if self.runs > 1:
            words.append(f"{self.method} ({self.run} of {self.runs})")
        if self.trial is not None:
            words.append(f"{self.kind} {self.trial} of {self.trials}")
        if self.note is not None:
            words.append(self.note)
        elif self.stage is not None:
            words.append(self.stage)
        elif self.round is not None:
            words.append(f"round {self.round}" + self._numbers())
        return ", ".join(word for word in words if word)

    def _numbers(self) -> str:
        told = "" if self.objective is None else f", objective {self.objective:.6g}"
        left = "" if self.seconds_left is None else f", about {self.seconds_left:.0f} s left"
        return told + left


Watcher = Union[bool, None, Callable[[Progress], None]]


class Show:
    """A place where progress is shown; this one shows nothing."""

    def show(self, progress: Progress) -> None:
        """Shows where a run stands."""

    def end(self, text: str) -> None:
        """Shows how it ended."""


class _Call(Show):
    def __init__(self, hook: Callable[[Progress], None]) -> None:
        self._hook = hook

    def show(self, progress: Progress) -> None:
        self._hook(progress)


class _Line(Show):
    """A line of a terminal that is written anew."""

    _WIDTH = 110
    _PAUSE = 0.1

    def __init__(self, to: TextIO) -> None:
        self._to = to
        self._width = 0
        self._next = 0.0

    def show(self, progress: Progress) -> None:
        if progress.note is not None:
            self._clear()
            self._to.write(progress.note + "\n")
        elif time.monotonic() >= self._next:
            self._next = time.monotonic() + self._PAUSE
            text = progress.text[: self._WIDTH]
            self._to.write("\r" + text.ljust(self._width))
            self._width = len(text)
        self._to.flush()

    def end(self, text: str) -> None:
        self._clear()
        self._to.flush()

    def _clear(self) -> None:
        if self._width:
            self._to.write("\r" + " " * self._width + "\r")
            self._width = 0


class _Notebook(Show):
    """An output of a notebook's cell that is updated."""

    _PAUSE = 0.2

    def __init__(self, display: Any, page: Any) -> None:
        self._page = page
        self._place = display(page(""), display_id=True)
        self._next = 0.0
        self._notes = ""

    def show(self, progress: Progress) -> None:
        if progress.note is not None:
            self._notes += f"<div>{html.escape(progress.note)}</div>"
        elif time.monotonic() < self._next:
            return
        self._next = time.monotonic() + self._PAUSE
        bar = (
            ""
            if progress.share is None
            else f'<progress max="1" value="{progress.share:.3f}"></progress> '
        )
        self._update(bar + html.escape(progress.text))

    def end(self, text: str) -> None:
        self._update(html.escape(text))

    def _update(self, line: str) -> None:
        if self._place is not None:
            self._place.update(self._page(f"{self._notes}<div>{line}</div>"))


def show(watcher: Watcher) -> Show:
    """Where to show progress: at a hook, in a notebook, in a terminal, or nowhere."""
    if callable(watcher):
        return _Call(watcher)
    if watcher is False:
        return Show()
    notebook = _notebook()
    if notebook is not None:
        return notebook
    if watcher is True or sys.stderr.isatty():
        return _Line(sys.stderr)
    return Show()


def _notebook() -> Optional[Show]:
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    if shell is None or not hasattr(shell, "kernel"):
        return None
    from IPython.display import HTML, display

    return _Notebook(display, HTML)


class Reading:
    """Reads the lines that the program writes for programs."""

    def __init__(self, to: Show) -> None:
        self._to = to
        self._now = Progress()

    def line(self, text: str) -> bool:
        """Takes a line; returns false if it is the program's own words."""
        if not text.startswith("{"):
            self._to.show(replace(self._now, stage=text))  # such as that it is being built
            return False
        try:
            told = json.loads(text)
        except ValueError:
            return False
        if "runs" in told:
            self._now = Progress(**_known(told))
        else:
            self._to.show(replace(self._now, **_known(told)))
        return True


def _known(told: Any) -> Any:
    """The fields that this version knows."""
    names = {"secondsLeft": "seconds_left"}
    fields = Progress.__dataclass_fields__
    return {names.get(k, k): v for k, v in told.items() if names.get(k, k) in fields}
