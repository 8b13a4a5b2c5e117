"""Studies that are given as dicts."""

import json
import math
import tempfile
import unittest
from pathlib import Path

from parallax_fl import ParallaxError, Table
from parallax_fl.study import study_file, study_text


class Number:
    """A number of another library, as numpy has them."""

    def item(self):
        return 0.25


class StudyTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_a_path_stays_a_path(self):
        self.assertEqual(study_file("/a/b.yaml", self.folder), Path("/a/b.yaml"))
        self.assertTrue(study_file("b.yaml", self.folder).is_absolute())

    def test_a_dict_is_written_with_its_tables_beside_it(self):
        study = {
            "study": "small",
            "settings": {"beta": Number(), "eta": 1e-6},
            "parties": {
                "maple": {
                    "data": {"csv": [{"id": "ü", "x": 1}], "id": "id"},
                    "labels": {"csv": Table(["id", "label"], [["ü", "well"]]), "id": "id"},
                },
                "birch": {"data": {"csv": Path("b.csv")}},
            },
        }
        file = study_file(study, self.folder)
        self.assertEqual(file, self.folder / "small.study.json")
        written = json.loads(file.read_text(encoding="utf-8"))
        self.assertEqual(written["settings"], {"beta": 0.25, "eta": 1e-6})
        maple = written["parties"]["maple"]
        self.assertEqual(maple["data"]["csv"], str(Path("small.study/parties-maple-data.csv")))
        rows = (self.folder / maple["data"]["csv"]).read_text(encoding="utf-8")
        self.assertEqual(rows, "id,x\nü,1\n")
        labels = (self.folder / maple["labels"]["csv"]).read_text(encoding="utf-8")
        self.assertEqual(labels, "id,label\nü,well\n")
        self.assertEqual(written["parties"]["birch"]["data"]["csv"], "b.csv")
        self.assertIn("csv", study["parties"]["maple"]["data"])
        self.assertIsInstance(study["parties"]["maple"]["data"]["csv"], list)

    def test_the_same_study_is_written_as_the_same_bytes(self):
        study = {"study": "x", "data": {"csv": [{"id": 1, "x": 0.1}]}}
        first = study_file(study, self.folder).read_bytes()
        self.assertEqual(study_file(study, self.folder).read_bytes(), first)

    def test_names_that_would_lead_elsewhere_do_not(self):
        file = study_file({"study": "../../x", "a/b": {"csv": [{"id": 1}]}}, self.folder)
        self.assertEqual(file.parent, self.folder)
        self.assertEqual(
            sorted(str(p.relative_to(self.folder)) for p in self.folder.rglob("*.csv")),
            [str(Path(".._.._x.study/a_b.csv"))],
        )

    def test_what_cannot_be_written_is_said(self):
        table = Table(["id"], [[1]])
        for study, said in (
            ({"study": "x", "data": table}, "data is a table; it must stand at 'csv'"),
            ({"study": "x", "settings": {"beta": math.inf}}, "a number that is not finite"),
            ({"study": "x", "settings": {"beta": {1, 2}}}, "a value of type set"),
        ):
            with self.assertRaisesRegex(ParallaxError, said):
                study_file(study, self.folder)
        with self.assertRaisesRegex(ParallaxError, "cannot write .*choose another folder"):
            study_file({"study": "x"}, self.folder / "none")

    def test_a_coordinator_gets_the_text(self):
        file = self.folder / "x.yaml"
        file.write_text("study: é\n", encoding="utf-8")
        self.assertEqual(study_text(file), "study: é\n")
        self.assertEqual(json.loads(study_text({"study": "x"})), {"study": "x"})
        file.write_bytes(b"\xff")
        with self.assertRaisesRegex(ParallaxError, "is not UTF-8 text"):
            study_text(file)
        with self.assertRaisesRegex(ParallaxError, "cannot read the study file"):
            study_text(self.folder / "none.yaml")
        with self.assertRaisesRegex(ParallaxError, "a value of type Table"):
            study_text({"study": "x", "data": {"csv": Table(["id"], [[1]])}})


if __name__ == "__main__":
    unittest.main()
