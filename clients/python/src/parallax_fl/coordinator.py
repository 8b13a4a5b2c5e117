"""A coordinator's HTTPS interface: studies between machines."""

from __future__ import annotations

import http.client
import ipaddress
import json
import os
import re
import ssl
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, Iterator, List, Mapping, Optional, Union
from urllib.parse import urlencode, urlsplit

from . import progress as _progress
from .errors import ParallaxError
from .program import PathLike
from .results import Result
from .study import Study, study_text

__all__ = ["Coordinator", "StudyStatus"]

_ENDED = {"finished", "failed", "refused", "withdrawn", "stopped", "held", "withheld"}
_PATIENCE_SECONDS = 300.0
_DENIED = (401, 403)


class _NoAnswer(ParallaxError):
    """The coordinator does not answer, which may pass."""


@dataclass(frozen=True)
class StudyStatus:
    """Where a study between machines stands; ``data`` is the coordinator's whole answer."""

    id: str
    name: str
    state: str
    owner: str
    note: str
    rounds: int
    share: Optional[float]
    seconds_left: Optional[float]
    waits_for: List[str]
    data: Dict[str, Any]

    @classmethod
    def of(cls, data: Dict[str, Any]) -> StudyStatus:
        """Reads the coordinator's answer."""
        told = data.get("progress") or {}
        undecided = [m["party"] for m in data.get("members", []) if not m["decision"]]
        waiting = undecided if data["state"] == "waiting" else data.get("late", [])
        return cls(
            id=data["id"],
            name=data["name"],
            state=data["state"],
            owner=data["owner"],
            note=data["note"],
            rounds=data.get("rounds", 0),
            share=told.get("share"),
            seconds_left=told.get("secondsLeft"),
            waits_for=list(waiting),
            data=data,
        )

    @property
    def ended(self) -> bool:
        """Whether nothing more will happen by itself."""
        return self.state in _ENDED

    @property
    def text(self) -> str:
        """One line for people."""
        words = [self.state]
        if self.waits_for:
            words.append("waits for " + ", ".join(self.waits_for))
        if self.rounds:
            words.append(f"{self.rounds} rounds")
        if self.share is not None and not self.ended:
            words.append(f"{100 * self.share:.0f} % done, about {self.seconds_left:.0f} s left")
        if self.note and self.note != self.state:
            words.append(self.note)
        return f"{self.name}: " + "; ".join(words)


#: A study of a coordinator: its hash or the first 8 or more digits of it, or what submit() returns.
StudyId = Union[str, StudyStatus]


class Coordinator:
    """A coordinator, as a researcher or an operator with a token uses it.

    :param url: such as ``https://hub.example.org:7444``; ``http://`` for this machine only
    :param token: ``plx_…``
    :param ca: the consortium's certificate: the file ca.pem, or its text. Without it the
        coordinator must show a certificate that this system trusts.
    :param timeout: the seconds after which a call without an answer ends
    """

    def __init__(
        self, url: str, token: str, ca: Optional[PathLike] = None, *, timeout: float = 20.0
    ) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("https", "http") or not parts.hostname:
            raise ParallaxError(
                f"the coordinator's address is '{url}'; it must be like"
                " https://parallax.example.org:7444"
            )
        if parts.scheme == "http" and not _near(parts.hostname):
            raise ParallaxError(
                f"the coordinator's address is '{url}'; beyond this machine it must begin with"
                " https://, or others could read the token"
            )
        try:
            self._port = parts.port
        except ValueError as error:
            raise ParallaxError(f"the coordinator's address '{url}' has no valid port") from error
        self.url = f"{parts.scheme}://{parts.netloc}"
        self._host = parts.hostname
        self._token = token
        self._timeout = timeout
        self._tls = _tls(ca) if parts.scheme == "https" else None

    def __repr__(self) -> str:
        return f"Coordinator({self.url!r})"  # never the token

    @classmethod
    def login(cls, where: Optional[PathLike] = None) -> Coordinator:
        """Uses the login that ``parallax login`` has kept, or the environment.

        ``where`` is login.json or its folder. Without it the variables PARALLAX_SERVER,
        PARALLAX_TOKEN and PARALLAX_CA prevail, then the folder PARALLAX_CONFIG, then
        ~/.config/parallax, as for the commands.
        """
        names = ("PARALLAX_SERVER", "PARALLAX_TOKEN", "PARALLAX_CA")
        if where is None and any(name in os.environ for name in names):
            missing = [name for name in names if not os.environ.get(name, "").strip()]
            if missing:
                raise ParallaxError(
                    f"{missing[0]} is not set, but another of {', '.join(names)} is"
                )
            server, token, ca = (os.environ[name] for name in names)
            return cls(server, token, Path(ca))
        kept = where or os.environ.get("PARALLAX_CONFIG") or Path.home() / ".config" / "parallax"
        file = Path(kept).expanduser()
        file = file / "login.json" if file.is_dir() or file.suffix != ".json" else file
        try:
            login = json.loads(file.read_text(encoding="utf-8"))
            return cls(login["server"], login["token"], login["authority"])
        except FileNotFoundError as error:
            raise ParallaxError(
                f"there is no login {file}; log in with ./parallax login, or name its folder"
            ) from error
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ParallaxError(f"{file} cannot be read; log in again: ./parallax login") from error

    def whoami(self) -> Dict[str, Any]:
        """The caller's name and roles; an error if the token is not valid."""
        return dict(self.get("/v1/session"))

    def studies(self) -> List[StudyStatus]:
        """The caller's studies; an operator's are all."""
        return [StudyStatus.of(one) for one in self.get("/v1/studies")]

    def study(self, study: StudyId) -> StudyStatus:
        """A study as it is now."""
        return StudyStatus.of(self.get(_path(study)))

    def check(self, study: Study) -> None:
        """Raises an error if a study could not be submitted; keeps nothing."""
        answer = self.post("/v1/check", study_text(study))
        if not answer["good"]:
            raise ParallaxError(answer["error"], 2)

    def submit(self, study: Study) -> StudyStatus:
        """Submits a study, which then waits for its parties' approvals.

        ``study`` is a file, or what it says as a dict: that of ``run`` without data.
        """
        return StudyStatus.of(self.post("/v1/studies", study_text(study)))

    def watch(self, study: StudyId, *, pause: float = 0.5) -> Iterator[StudyStatus]:
        """Gives a study's state whenever it has changed, until it ends.

        Ctrl-C ends the watching, not the study. A coordinator that goes away meanwhile is tried
        again for five minutes.
        """
        last = None
        while True:
            now = self._patient(study, pause, last is not None)
            if last is None or now.data != last.data:
                last = now
                yield now
            if now.ended:
                return
            time.sleep(pause)

    def _patient(self, study: StudyId, pause: float, answered: bool) -> StudyStatus:
        until = time.monotonic() + (_PATIENCE_SECONDS if answered else 0)
        while True:
            try:
                return self.study(study)
            except _NoAnswer:
                if time.monotonic() >= until:
                    raise
                time.sleep(pause)

    def wait(self, study: StudyId, *, progress: _progress.Watcher = None) -> Result:
        """Waits until a study ends, shows its progress, and returns its result.

        :raises ParallaxError: if it ends without one: refused, failed, stopped, held
        """
        shown = _progress.show(progress)
        now = None
        for now in self.watch(study):
            shown.show(_progress.Progress(stage=now.text, share=now.share))
        assert now is not None  # a study that is watched has a state
        shown.end(now.text)
        if now.state != "finished":
            raise ParallaxError(f"there is no result of study {now.text}")
        return self.result(now)

    def rounds(self, study: StudyId, skip: int = 0) -> List[Dict[str, Any]]:
        """The rounds so far: part, number, objective, time, bytes."""
        return list(self.get(f"{_path(study)}/rounds", skip=skip))

    def result(self, study: StudyId) -> Result:
        """The result of a finished study."""
        return Result(self.get(f"{_path(study)}/result"))

    def report(self, study: StudyId, file: Optional[PathLike] = None) -> str:
        """The report of a finished study, an HTML page; also written if a file is named."""
        page = self._call("GET", f"{_path(study)}/report").decode("utf-8")
        if file is not None:
            Path(file).write_text(page, encoding="utf-8")
        return page

    def stop(self, study: StudyId) -> None:
        """Stops a study after the current round."""
        self.post(f"{_path(study)}/stop")

    def resume(self, study: StudyId) -> None:
        """Goes on with a stopped or failed study from its last round."""
        self.post(f"{_path(study)}/resume")

    def catalogue(self) -> List[Dict[str, Any]]:
        """The views, columns and rounded numbers of rows that parties show."""
        return list(self.get("/v1/catalogue"))

    def get(self, path: str, **query: object) -> Any:
        """Asks for any path of the interface and returns its JSON."""
        return _json(self._call("GET", path + ("?" + urlencode(query) if query else "")))

    def post(self, path: str, body: str = "") -> Any:
        """Sends a text to any path of the interface and returns its JSON."""
        return _json(self._call("POST", path, body))

    def _call(self, method: str, path: str, body: str = "") -> bytes:
        connection: http.client.HTTPConnection = (
            http.client.HTTPConnection(self._host, self._port, timeout=self._timeout)
            if self._tls is None
            else http.client.HTTPSConnection(
                self._host, self._port, timeout=self._timeout, context=self._tls
            )
        )
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/yaml"}
        try:
            connection.request(method, path, body.encode("utf-8") or None, headers)
            reply = connection.getresponse()
            content = reply.read()
        except ssl.SSLCertVerificationError as error:
            raise ParallaxError(self._untrusted(error)) from error
        except (OSError, http.client.HTTPException) as error:
            raise _NoAnswer(
                f"no answer from {self.url}; check the address, and that the coordinator runs"
            ) from error
        finally:
            connection.close()
        if reply.status >= 400:
            who = "denies" if reply.status in _DENIED else "says"
            raise ParallaxError(f"the coordinator {who}: {_reason(reply, content)}", reply.status)
        return content

    def _untrusted(self, error: ssl.SSLCertVerificationError) -> str:
        said = error.verify_message
        if "mismatch" in said.lower():
            return (
                f"the certificate of {self.url} is for another host; use the address that is in it,"
                " or have one made for this host (keygen --host)"
            )
        if "expired" in said or "not yet valid" in said:
            return f"the certificate of {self.url}: {said}; tell an operator, and check your clock"
        return (
            f"the certificate of {self.url} is not signed by the authority that you trust ({said});"
            " give ca=, the consortium's ca.pem"
        )


def _near(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _tls(ca: Optional[PathLike]) -> ssl.SSLContext:
    """TLS with the consortium's authority alone; the host's name is checked."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    if ca is None:
        context.load_default_certs()
        return context
    try:
        text = str(ca) if "-----BEGIN" in str(ca) else Path(ca).expanduser().read_text("ascii")
        context.load_verify_locations(cadata=text)
    except (OSError, ValueError) as error:  # an SSLError is an OSError
        why = "cannot be read" if isinstance(error, FileNotFoundError) else "is no certificate"
        raise ParallaxError(f"ca {ca} {why}; give the file ca.pem of the consortium") from error
    return context


def _path(study: StudyId) -> str:
    named = study.id if isinstance(study, StudyStatus) else study
    if not re.fullmatch("[0-9a-f]{8,64}", named):
        raise ParallaxError(
            f"the study is '{named}'; it must be its hash, or the first 8 or more digits of it"
        )
    return f"/v1/studies/{named}"


def _json(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError as error:
        raise ParallaxError("the answer cannot be read; is this a coordinator?") from error


def _reason(reply: http.client.HTTPResponse, content: bytes) -> str:
    try:
        told = json.loads(content)
    except ValueError:
        told = None
    if isinstance(told, Mapping) and isinstance(told.get("error"), str):
        return str(told["error"])
    return f"{reply.status} {reply.reason}"
