"""Tables as rows, CSV and frames."""

import math
import sys
import tempfile
import unittest
from pathlib import Path
from types import ModuleType
from unittest import mock

from parallax_fl import ParallaxError, Table
from parallax_fl.tables import PREDICTIONS, is_table, write_table

CSV = 'split,id,truth,class,score:a\n1,007,1,2,0.25\n2,"x, y",2,2,\n'


class Kind:
    """A column's type as pandas has it."""

    def __init__(self, name):
        self.name = name

    def __str__(self):
        return self.name


class Frame:
    """A table that has of pandas what this package uses."""

    def __init__(self, rows, index=None, flags=()):
        self._rows = rows
        self.columns = list(rows[0])
        self.index = mock.Mock(names=[index])
        self.dtypes = {name: Kind("bool" if name in flags else "float64") for name in rows[0]}
        self.cast = None

    def astype(self, kinds):
        self.cast = kinds
        return self

    def to_csv(self, file, index, encoding):
        head = (["key"] if index else []) + self.columns
        lines = [",".join(head)]
        for i, row in enumerate(self._rows):
            cells = ([f"k{i}"] if index else []) + [str(row[name]) for name in self.columns]
            lines.append(",".join(cells))
        Path(file).write_text("\n".join(lines) + "\n", encoding=encoding)


class TablesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name) / "below" / "rows.csv"

    def test_ids_and_classes_stay_texts_and_all_else_are_numbers(self):
        rows = Table.parse(CSV, PREDICTIONS).rows()
        self.assertEqual(
            rows,
            [
                {"split": 1, "id": "007", "truth": "1", "class": "2", "score:a": 0.25},
                {"split": 2, "id": "x, y", "truth": "2", "class": "2", "score:a": None},
            ],
        )

    def test_the_truth_of_a_number_is_a_number(self):
        table = Table.parse("split,id,truth,prediction\n1,p1,7,6.5\n", PREDICTIONS)
        self.assertEqual(table.rows()[0]["truth"], 7.0)

    def test_sets_of_classes_are_texts_whatever_the_classes_are_called(self):
        text = "id,class,set,score:1,score:2\np1,1,1,0.9,0.1\np2,2,1|2,0.4,0.6\np3,2,,0.5,0.5\n"
        table = Table.parse(text, PREDICTIONS)
        self.assertEqual(table.column("set"), ["1", "1|2", ""])

    def test_rows_can_be_counted_chosen_and_read_by_column(self):
        table = Table.parse(CSV, PREDICTIONS)
        self.assertEqual(len(table), 2)
        self.assertEqual(table[1]["id"], "x, y")
        self.assertEqual([row["split"] for row in table], [1, 2])
        self.assertEqual(table.column("id"), ["007", "x, y"])
        self.assertEqual(table.where(split=2).column("id"), ["x, y"])
        with self.assertRaisesRegex(ParallaxError, "no column 'none'; the table has split, id"):
            table.where(none=1)

    def test_what_is_written_is_read_again(self):
        table = Table.parse(CSV, PREDICTIONS)
        write_table(table, self.file)
        self.assertEqual(Table.read(self.file, PREDICTIONS).rows(), table.rows())
        with self.assertRaisesRegex(ParallaxError, "cannot read .*none.csv"):
            Table.read(self.file.with_name("none.csv"), PREDICTIONS)

    def test_rows_are_written_with_the_columns_of_all(self):
        write_table([{"id": "a", "x": 0.1}, {"id": "b", "x": math.nan, "ill": True}], self.file)
        self.assertEqual(self.file.read_text(), "id,x,ill\na,0.1,\nb,,1\n")

    def test_a_frame_is_written_with_its_index_if_that_has_a_name(self):
        frame = Frame([{"x": 1, "y": True}], flags=("y",))
        write_table(frame, self.file)
        self.assertEqual(frame.cast, {"y": "int64"})
        self.assertTrue(self.file.read_text().startswith("x,y\n"))
        write_table(Frame([{"x": 1}], index="key"), self.file)
        self.assertEqual(self.file.read_text(), "key,x\nk0,1\n")

    def test_what_a_table_is(self):
        for table in (Table([], []), Frame([{"x": 1}]), [{"x": 1}], ({"x": 1},)):
            self.assertTrue(is_table(table))
        for other in ("rows.csv", [], [1, 2], {"x": 1}, None, Path("rows.csv")):
            self.assertFalse(is_table(other))

    def test_a_frame_needs_pandas_and_says_so(self):
        table = Table(["id", "x"], [["a", 1.0]])
        with mock.patch.dict(sys.modules, {"pandas": None}):
            with self.assertRaisesRegex(ParallaxError, "needs pandas; install it, or use rows"):
                table.frame()
        pandas = ModuleType("pandas")
        pandas.DataFrame = lambda data, columns: (data, columns)
        with mock.patch.dict(sys.modules, {"pandas": pandas}):
            self.assertEqual(table.frame(), ({"id": ["a"], "x": [1.0]}, ["id", "x"]))

    def test_it_is_shown_in_terminals_and_notebooks(self):
        table = Table(["id", "x"], [["<b>", None], *([f"p{i}", i / 3] for i in range(30))])
        self.assertIn("<td>&lt;b&gt;</td><td>–</td>", table._repr_html_())
        self.assertIn("<p>… and 11 more rows</p>", table._repr_html_())
        lines = str(table).splitlines()
        self.assertEqual(lines[:3], ["id   x", "<b>  –", "p0   0"])
        self.assertEqual(lines[-1], "… and 11 more rows")
        self.assertEqual(repr(table), "Table(31 rows: id, x)")


if __name__ == "__main__":
    unittest.main()
