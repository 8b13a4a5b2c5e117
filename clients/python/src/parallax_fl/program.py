"""The Parallax program: where it is, and how it is called."""

from __future__ import annotations

import locale
import os
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path
from typing import Callable, Dict, List, Optional, Sequence, Union

from .errors import ParallaxError

__all__ = ["Program", "PathLike"]

PathLike = Union[str, "os.PathLike[str]"]

_WINDOWS = os.name == "nt"
_NAMES = ("parallax.cmd",) if _WINDOWS else ("parallax",)
_PATIENCE_SECONDS = 40  # the program stops at the end of a round, or says after 20 s that it cannot
_INTERRUPTED = 130
_MARK = "parallax: "


class Program:
    """The launcher ``parallax`` of a clone or of an installed release."""

    def __init__(self, path: PathLike) -> None:
        self.path = Path(path)

    def __repr__(self) -> str:
        return f"Program({str(self.path)!r})"

    @classmethod
    def find(cls, where: Optional[PathLike] = None) -> Program:
        """Finds the program.

        The first that is given counts: ``where``, which is the program or the folder that it is
        in; the folder in the environment variable PARALLAX_HOME; the program in PARALLAX; the
        command ``parallax``.
        """
        for given, name in (
            (where, "parallax"),
            (os.environ.get("PARALLAX_HOME"), "PARALLAX_HOME"),
            (os.environ.get("PARALLAX"), "PARALLAX"),
        ):
            if given:
                return cls._at(Path(given).expanduser(), name)
        found = shutil.which("parallax")
        if found is None:
            raise ParallaxError(
                "the program 'parallax' is not found; set PARALLAX_HOME to the folder of a clone or"
                " of an unpacked release, give parallax=FOLDER, or put it into the PATH"
            )
        return cls(found)

    @classmethod
    def _at(cls, given: Path, name: str) -> Program:
        if given.is_file():
            return cls(given.absolute())
        for program in _NAMES:
            for place in (given / program, given / "bin" / program):
                if place.is_file():
                    return cls(place.absolute())
        raise ParallaxError(
            f"{name} is {given}, and the program is not there; it must be the folder of a clone or"
            " of an unpacked release"
        )

    def call(
        self,
        *arguments: object,
        folder: Optional[PathLike] = None,
        line: Callable[[str], bool] = lambda text: False,
    ) -> str:
        """Calls a command and returns what it prints.

        ``line`` is given every line of standard error while the command runs, and returns whether
        it was meant for it; the others are the command's own words. A KeyboardInterrupt ends the
        command as Ctrl-C does, waits until it has kept what it has, and goes on.
        """
        command = [str(self.path), *map(str, arguments)]
        environment = dict(os.environ)
        if not _WINDOWS:
            environment["LC_ALL"] = "C.UTF-8"  # what it prints is read as UTF-8
        with tempfile.TemporaryFile() as out:
            words = self._run(command, folder, environment, out.fileno(), line)
            out.seek(0)
            printed = out.read().decode(_encoding(), "replace")
        if words is not None:
            raise words
        return printed

    def _run(
        self,
        command: List[str],
        folder: Optional[PathLike],
        environment: Dict[str, str],
        out: int,
        line: Callable[[str], bool],
    ) -> Optional[ParallaxError]:
        try:
            process = subprocess.Popen(
                command,
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.PIPE,
            )
        except OSError as error:
            raise ParallaxError(
                f"cannot start {self.path} in {folder or Path.cwd()}: {error.strerror}"
            ) from error
        words: List[str] = []
        try:
            assert process.stderr is not None
            for raw in process.stderr:
                text = raw.decode(_encoding(), "replace").rstrip("\r\n")
                if not line(text):
                    words.append(text)
            code = process.wait()
        except BaseException:
            _end(process)
            raise
        finally:
            if process.stderr is not None:
                process.stderr.close()
        return None if code == 0 else _failure(code, words)


def _encoding() -> str:
    return locale.getpreferredencoding(False) if _WINDOWS else "utf-8"


def _end(process: subprocess.Popen[bytes]) -> None:
    """Stops a run as Ctrl-C does, so that the same call goes on with it later."""
    if process.poll() is not None:
        return
    if _WINDOWS:
        process.terminate()  # what is finished is kept, whenever a run ends
    else:
        process.send_signal(signal.SIGINT)
    try:
        process.wait(_PATIENCE_SECONDS)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        process.kill()
        process.wait()


def _failure(code: int, words: Sequence[str]) -> ParallaxError:
    """Returns the program's last sentence, which says what was wrong."""
    if code == _INTERRUPTED:
        return ParallaxError("the run was stopped; the same call goes on with it", code)
    last = max((i for i, text in enumerate(words) if text.startswith(_MARK)), default=0)
    said = "\n".join(words[last:]).strip()
    if said.startswith(_MARK):
        said = said[len(_MARK) :]
    return ParallaxError(said or f"the program ended with exit code {code}", code)
