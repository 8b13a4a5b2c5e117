"""Studies as files: a study that is given as a dict is written where the program can read it."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any, List, Mapping, Union

from .errors import ParallaxError
from .program import PathLike
from .tables import is_table, write_table

__all__ = ["Study", "study_file", "study_text"]

#: A study: the path of its file, or what the file says as a dict.
Study = Union[PathLike, Mapping[str, Any]]


def study_file(study: Study, folder: Path) -> Path:
    """Returns a study's file; a dict is written into the folder as NAME.study.json.

    A table in the place of a CSV file's name is written into NAME.study, beside it.
    """
    if not isinstance(study, Mapping):
        return Path(study).expanduser().absolute()
    name = re.sub(r"[^\w.-]", "_", str(study.get("study", "study")))
    tables = folder / f"{name}.study"
    whole = _with_files(study, tables, folder, [])
    file = folder / f"{name}.study.json"
    try:
        file.write_text(_json(whole), encoding="utf-8")
    except OSError as error:
        raise ParallaxError(
            f"cannot write {file}: {error.strerror}; choose another folder"
        ) from error
    return file


def _with_files(value: Any, tables: Path, folder: Path, place: List[str]) -> Any:
    """Returns the same with the names of files instead of tables."""
    if isinstance(value, Mapping):
        return {
            key: _with_files(one, tables, folder, [*place, str(key)]) for key, one in value.items()
        }
    if place and place[-1] == "csv" and is_table(value):
        name = re.sub(r"[^\w.-]", "_", "-".join(place[:-1])) or "rows"
        try:
            file = write_table(value, tables / f"{name}.csv")
        except OSError as error:
            raise ParallaxError(
                f"cannot write into {tables}: {error.strerror}; choose another folder"
            ) from error
        return str(file.relative_to(folder))
    if is_table(value) and not isinstance(value, (list, tuple)):
        raise ParallaxError(
            f"{'.'.join(place)} is a table; it must stand at 'csv', beside its id column:"
            " {'csv': table, 'id': 'id'}"
        )
    if isinstance(value, (list, tuple)):
        return [_with_files(one, tables, folder, [*place, ""]) for one in value]
    return value


def study_text(study: Study) -> str:
    """Returns what a study's file says, to be sent to a coordinator."""
    if isinstance(study, Mapping):
        return _json(study)
    try:
        return Path(study).expanduser().read_text(encoding="utf-8")
    except OSError as error:
        raise ParallaxError(f"cannot read the study file {study}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ParallaxError(f"{study} is not UTF-8 text; save it as UTF-8") from error


def _json(study: Mapping[str, Any]) -> str:
    """Returns JSON in lines, which is YAML as well; an error can then name the line."""
    try:
        return (
            json.dumps(study, indent=2, ensure_ascii=False, allow_nan=False, default=_plain) + "\n"
        )
    except ValueError as error:
        raise ParallaxError("the study has a number that is not finite") from error


def _plain(value: Any) -> Any:
    """Returns a path as text, and a number of numpy as a number."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "item") and not is_table(value):
        return value.item()
    raise ParallaxError(
        f"the study has a value of type {type(value).__name__}; it must consist of dicts, lists,"
        " texts, numbers and truth values"
    )
