"""Tables as plain rows, and as pandas frames where pandas is installed."""

from __future__ import annotations

import csv
import html
import io
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Any,
    Collection,
    Dict,
    Iterable,
    Iterator,
    List,
    Mapping,
    Optional,
    Sequence,
    Tuple,
)

from .errors import ParallaxError
from .program import PathLike

if TYPE_CHECKING:
    import pandas

__all__ = ["Table"]

_SHOWN = 20
_WHOLE = {"split", "splits"}

#: The columns of the program's files that are texts, whatever they look like.
PREDICTIONS = frozenset({"id", "row", "class", "cluster", "set"})
SPLITS = frozenset({"run", "method", "row", "party", "view", "metric"})
COMPARED = frozenset({"data", "method", "metric", "minus"})


class Table:
    """Rows with named columns. It can be iterated over; each row is a dict.

    ``rows()`` always works, ``frame()`` needs pandas. Missing numbers are None, and NaN in a frame.
    """

    def __init__(self, columns: Iterable[str], rows: Iterable[Iterable[Any]]) -> None:
        self.columns: Tuple[str, ...] = tuple(columns)
        self._rows: List[Tuple[Any, ...]] = [tuple(row) for row in rows]

    @classmethod
    def read(cls, file: PathLike, texts: Collection[str]) -> Table:
        """Reads a CSV file of the program; ``texts`` names the columns that stay texts."""
        try:
            return cls.parse(Path(file).read_text(encoding="utf-8"), texts)
        except OSError as error:
            raise ParallaxError(f"cannot read {file}: {error.strerror}") from error

    @classmethod
    def parse(cls, text: str, texts: Collection[str]) -> Table:
        """Reads CSV that the program has written."""
        reader = csv.reader(io.StringIO(text))
        header = next(reader, [])
        if "class" in header:
            texts = {*texts, "truth"}  # a name, too
        kinds = [
            _word if name in texts else _whole if name in _WHOLE else _number for name in header
        ]
        return cls(header, ([kind(cell) for kind, cell in zip(kinds, row)] for row in reader))

    def rows(self) -> List[Dict[str, Any]]:
        """The rows as a list of dicts."""
        return [dict(zip(self.columns, row)) for row in self._rows]

    def column(self, name: str) -> List[Any]:
        """The values of one column."""
        if name not in self.columns:
            raise ParallaxError(
                f"there is no column '{name}'; the table has {', '.join(self.columns)}"
            )
        place = self.columns.index(name)
        return [row[place] for row in self._rows]

    def where(self, **values: Any) -> Table:
        """The rows that have these values: ``table.where(metric="accuracy")``."""
        places = {name: self.column(name) for name in values}
        kept = [
            row
            for i, row in enumerate(self._rows)
            if all(places[name][i] == value for name, value in values.items())
        ]
        return Table(self.columns, kept)

    def frame(self) -> pandas.DataFrame:
        """The table as a pandas DataFrame; an error says so if pandas is not installed."""
        try:
            import pandas
        except ImportError as error:
            raise ParallaxError("frame() needs pandas; install it, or use rows()") from error
        return pandas.DataFrame(
            {name: [row[i] for row in self._rows] for i, name in enumerate(self.columns)},
            columns=list(self.columns),
        )

    def csv(self, file: Optional[PathLike] = None) -> str:
        """The table as CSV, which is also written if a file is named."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(["" if cell is None else cell for cell in row] for row in self._rows)
        if file is not None:
            Path(file).write_text(out.getvalue(), encoding="utf-8")
        return out.getvalue()

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        return iter(self.rows())

    def __getitem__(self, place: int) -> Dict[str, Any]:
        return dict(zip(self.columns, self._rows[place]))

    def __repr__(self) -> str:
        return f"Table({len(self)} rows: {', '.join(self.columns)})"

    def __str__(self) -> str:
        lines = [list(self.columns), *([_shown(cell) for cell in row] for row in self._first())]
        widths = [max(len(line[i]) for line in lines) for i in range(len(self.columns))]
        text = [
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip()
            for line in lines
        ]
        return "\n".join([*text, *self._more()])

    def _first(self) -> Sequence[Tuple[Any, ...]]:
        return self._rows[:_SHOWN]

    def _more(self) -> List[str]:
        left = len(self) - _SHOWN
        return [f"… and {left:,} more rows"] if left > 0 else []

    def _repr_html_(self) -> str:
        body = [[_shown(cell) for cell in row] for row in self._first()]
        return page_table(self.columns, body) + "".join(f"<p>{line}</p>" for line in self._more())


def page_table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table as HTML."""

    def line(tag: str, cells: Iterable[str]) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(c)}</{tag}>" for c in cells) + "</tr>"

    body = "".join(line("td", row) for row in rows)
    return f"<table><thead>{line('th', columns)}</thead><tbody>{body}</tbody></table>"


def is_table(value: object) -> bool:
    """Whether this is a table: a Table, a DataFrame, or a list of dicts."""
    return (
        isinstance(value, Table)
        or _is_frame(value)
        or (isinstance(value, (list, tuple)) and bool(value) and all_rows(value))
    )


def all_rows(value: Sequence[Any]) -> bool:
    return all(isinstance(row, Mapping) for row in value)


def _is_frame(value: object) -> bool:
    return hasattr(value, "to_csv") and hasattr(value, "columns") and hasattr(value, "index")


def write_table(value: Any, file: Path) -> Path:
    """Writes a table as CSV. A frame's index is a column if it has a name."""
    file.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(value, Table):
        value.csv(file)
    elif _is_frame(value):
        named = any(name is not None for name in value.index.names)
        flags = {name: "int64" for name, kind in value.dtypes.items() if str(kind) == "bool"}
        value.astype(flags).to_csv(file, index=named, encoding="utf-8")
    else:
        _of_rows(value).csv(file)
    return file


def _of_rows(rows: Sequence[Mapping[str, Any]]) -> Table:
    columns: Dict[str, None] = {}
    for row in rows:
        columns.update(dict.fromkeys(map(str, row)))
    return Table(columns, ([_cell(row.get(name)) for name in columns] for row in rows))


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return int(value)  # a number, like any feature
    return None if isinstance(value, float) and value != value else value


def _word(cell: str) -> str:
    return cell


def _whole(cell: str) -> Optional[int]:
    return int(cell) if cell else None


def _number(cell: str) -> Any:
    if not cell:
        return None
    try:
        return float(cell)
    except ValueError:
        return cell


def _shown(cell: Any) -> str:
    if cell is None:
        return "–"
    return f"{cell:.4g}" if isinstance(cell, float) else str(cell)
