"""Real runs of a small study, by the program that PARALLAX names."""

import html
import os
import random
import re
import sys
import tempfile
import unittest
from importlib.util import find_spec
from pathlib import Path
from unittest import mock

import parallax_fl as plx
from parallax_fl import ParallaxError
from parallax_fl.study import study_file

PARTIES = {"maple": "a", "birch": "b", "cedar": "c"}


def rows(view, count=40, seed=17):
    """Noise; in the first column of a view the classes differ."""
    noise = random.Random(f"{seed} {view}")
    return [
        {
            "id": f"p{i}",
            f"{view}0": noise.gauss(1.5 if i % 2 == 0 else 0.0, 1.0),
            f"{view}1": noise.gauss(0.0, 1.0),
        }
        for i in range(count)
    ]


def labels(count=40):
    return [{"id": f"p{i}", "label": "well" if i % 2 == 0 else "ill"} for i in range(count)]


def study(**changes):
    parties = {
        name: {"view": view, "data": {"csv": rows(view), "id": "id"}}
        for name, view in PARTIES.items()
    }
    parties["maple"]["labels"] = {"csv": labels(), "id": "id", "column": "label"}
    return {
        "study": "small",
        "method": "vfedmv",
        "settings": {"beta": 0.5, "zeta": 2, "eta": 1},
        "parties": parties,
        "evaluate": {"split": "stratified", "test": 0.25, "repeats": 2},
        "stop": {"rounds": 60, "tolerance": 1e-6},
        "report": {"points": 0},
        "seed": 3,
        **changes,
    }


class RunsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        os.environ["PARALLAX"]  # the tests need the program
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = Path(temporary.name).resolve()
        cls.told = []
        cls.result = plx.run(
            study(baselines=True), folder=cls.folder, tags=["first"], progress=cls.told.append
        )

    def test_a_study_given_as_data_is_run(self):
        result = self.result
        self.assertEqual((result.study, result.method, result.seed), ("small", "vfedmv", 3))
        self.assertEqual(result.title, "V-FedMV")
        accuracy = result.metrics["accuracy"]
        self.assertTrue(0.6 < accuracy.mean <= 1 and 0 <= accuracy.sd < 0.5, accuracy)
        self.assertIn("majority class", result.baselines)
        minus = result.differences["majority class"]["accuracy"]
        guess = result.baselines["majority class"]["accuracy"].mean
        self.assertAlmostEqual(minus.mean, accuracy.mean - guess)
        self.assertLess(minus.low, minus.mean)
        self.assertRegex(result.result_hash, "^[0-9a-f]{32}$")
        self.assertEqual(result.folder.parent, self.folder / "runs")
        self.assertIn("<html", result.report.read_text(encoding="utf-8"))
        self.assertIsInstance(result.notes, list)
        self.assertIn("study='small', method='V-FedMV', accuracy=", repr(result))

    def test_its_tables_are_tidy(self):
        table = self.result.table().where(metric="accuracy")
        self.assertEqual(table[0]["row"], "V-FedMV")
        self.assertIsNone(table[0]["difference"])
        self.assertIn("pooled boosted trees (simulation only)", table.column("row"))
        splits = self.result.splits().where(metric="accuracy", party="", row="V-FedMV")
        self.assertEqual(splits.column("split"), [1, 2])
        mean = sum(splits.column("value")) / 2
        self.assertAlmostEqual(mean, self.result.metrics["accuracy"].mean)
        predicted = self.result.predictions()
        self.assertEqual(len(predicted), 20)
        right = [row["class"] == row["truth"] for row in predicted]
        self.assertAlmostEqual(sum(right) / 20, mean)

    def test_it_is_shown_and_exported(self):
        page = self.result._repr_html_()
        self.assertIn("<b>V-FedMV</b>, study small: 40 samples, 2 splits, mean ± ", page)
        self.assertTrue(self.result.sentence.startswith("V-FedMV reaches "))
        self.assertIn(html.escape(self.result.sentence), page)
        self.assertIn(self.result.sentence.split(" (")[0], self.result.text())
        self.assertIn("<td>majority class</td><td>50.00\u00a0±\u00a00.00</td>", page)
        self.assertIn("Result hash " + self.result.result_hash, self.result.text())
        file = self.folder / "table.tex"
        self.assertIn("\\toprule", self.result.latex(file))
        self.assertEqual(file.read_text(encoding="utf-8"), self.result.latex())
        self.assertIn("| V-FedMV |", self.result.markdown())

    def test_one_split_has_no_deviation(self):
        once = {"split": "stratified", "test": 0.25, "repeats": 1}
        one = plx.run(study(study="once", evaluate=once, model=False), folder=self.folder)
        for row in (one.metrics, *one.baselines.values()):
            self.assertTrue(all(found.sd is None for found in row.values()))
        self.assertEqual(set(one.table().column("sd")), {None})
        page = one._repr_html_()
        self.assertIn("40 samples, 1 split</p>", page)
        for shown in (page, repr(one), one.latex(), one.markdown()):
            self.assertNotIn("±", shown)
            self.assertNotIn("$\\pm$", shown)
        again = plx.run(
            study(study="once-more", evaluate=once, model=False, seed=4), folder=self.folder
        )
        compared = plx.compare(one, again, across=True)
        self.assertNotIn("±", compared._repr_html_())
        self.assertIn("40 samples, 1 split</p>", compared._repr_html_())

    def test_a_drawing_needs_matplotlib_and_says_so(self):
        with mock.patch.dict(sys.modules, {"matplotlib.figure": None}):
            with self.assertRaisesRegex(ParallaxError, "plot.. needs matplotlib; install it"):
                self.result.plot()

    @unittest.skipIf(find_spec("matplotlib") is None, "there is no matplotlib")
    def test_it_is_drawn(self):
        self.assertTrue(self.result.plot()._repr_png_().startswith(b"\x89PNG"))
        with self.assertRaisesRegex(ParallaxError, "there is no metric 'none'; there are accuracy"):
            self.result.plot("none")

    def test_progress_is_told(self):
        self.assertIn("reading data", [one.stage for one in self.told])
        self.assertEqual({one.study for one in self.told}, {"small"})
        rounds = [one for one in self.told if one.round is not None and one.trial is not None]
        self.assertTrue(rounds)
        self.assertTrue(all(one.trials == 2 and 0 <= one.share <= 1 for one in rounds))

    def test_new_rows_are_predicted_from_tables_and_files(self):
        new = {view: rows(view, count=6, seed=5) for view in "abc"}
        found = self.result.predict(new)
        self.assertEqual(found.column("id"), [f"p{i}" for i in range(6)])
        self.assertLessEqual(set(found.column("class")), {"ill", "well"})
        files = {}
        for view, table in new.items():
            files[view] = self.folder / f"new-{view}.csv"
            plx.Table(table[0], (row.values() for row in table)).csv(files[view])
        again = plx.predict(self.result.folder, files)
        self.assertEqual(again.rows(), found.rows())
        with self.assertRaises(ParallaxError) as caught:
            plx.predict(self.result, {"a": files["a"]})
        self.assertEqual(caught.exception.code, 2)
        with self.assertRaisesRegex(ParallaxError, "a comma in its name"):
            plx.predict(self.result, {"a": "a,b.csv"})
        with self.assertRaisesRegex(ParallaxError, "rows of view a are of type int"):
            plx.predict(self.result, {"a": 1})

    def test_runs_are_listed_and_read_again(self):
        kept = plx.runs(self.folder / "runs")
        self.assertEqual(kept, sorted(kept, key=lambda one: one.started))
        listed = {one.folder: one for one in kept}
        own = listed[self.result.folder]
        self.assertEqual((own.study, own.method, own.tags), ("small", "vfedmv", ("first",)))
        self.assertTrue(own.finished and own.splits == 2 and own.started.startswith("20"))
        self.assertEqual(own.result().data, self.result.data)
        self.assertEqual(plx.load(own.folder).metrics, self.result.metrics)
        self.assertEqual(plx.runs(self.folder / "none"), [])
        with self.assertRaisesRegex(ParallaxError, "has no result; it is no run folder"):
            plx.load(self.folder)
        with self.assertRaisesRegex(ParallaxError, "this result was only read"):
            plx.load(own.folder).latex()

    def test_several_methods_give_a_comparison(self):
        two = study(methods=[{"vfedmv": {"beta": 0.5, "as": "<ours>"}}, "mmvfl"], model=False)
        del two["method"], two["settings"]
        compared = plx.run(two, folder=self.folder)
        self.assertIsInstance(compared, plx.Comparison)
        self.assertEqual(compared.methods, ["<ours>", "MMVFL"])
        self.assertEqual([one.title for one in compared.results()], ["V-FedMV", "MMVFL"])
        other = compared.table().where(method="MMVFL", metric="accuracy")[0]
        self.assertEqual((other["data"], other["minus"], other["splits"]), ("small", "<ours>", 2))
        means = {
            name: sum(compared.splits().where(method=name, metric="accuracy").column("value")) / 2
            for name in compared.methods
        }
        self.assertAlmostEqual(other["difference"], means["MMVFL"] - means["<ours>"])
        self.assertIn("\\toprule", compared.latex())
        self.assertIn("| MMVFL |", compared.markdown())
        self.assertIn("minus <ours>", str(compared))
        self.assertIn("<td>&lt;ours&gt;</td>", compared._repr_html_())
        with_first = plx.compare(self.result, *compared.folders)
        self.assertEqual(len(with_first.methods), 3)

    def test_the_page_for_papers_tells_methods_apart(self):
        page = (Path(os.environ["PARALLAX_TEST_DOCS"]) / "paper.md").read_text(encoding="utf-8")
        code = re.search("```python\n(.*?)```", page, re.DOTALL).group(1)
        methods = [
            {"joint": {"as": "Joint"}},
            {"joint": {"mode": "kernel", "as": "Joint, kernel"}},
            "mmvfl",
        ]
        three = study(study="echoes", methods=methods, model=False)
        del three["method"], three["settings"]
        paper = self.folder / "paper"
        paper.mkdir()
        compared = plx.run(three, folder=paper)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(paper)
        names = {}
        exec(compile(code, "paper.md", "exec"), names)
        self.assertEqual(sorted(names["own"]), sorted(compared.methods))
        for method, found in names["own"].items():
            expected = compared.splits().where(method=method, metric="accuracy").column("value")
            self.assertEqual(found, expected)

    def test_a_run_that_is_interrupted_goes_on_with_the_same_bits(self):
        many = {"split": "stratified", "test": 0.25, "repeats": 8}
        slow = study(study="slow", evaluate=many, baselines=True, model=False)

        def interrupt(progress):
            if progress.trial == 2:
                raise KeyboardInterrupt

        folder = self.folder / "interrupted"
        with self.assertRaises(KeyboardInterrupt):
            plx.run(slow, folder=self.folder, out=folder, progress=interrupt)
        self.assertFalse((folder / "result.json").exists())
        finished = (folder / "split-01.json").stat().st_mtime_ns
        result = plx.run(slow, folder=self.folder, out=folder)
        self.assertEqual((folder / "split-01.json").stat().st_mtime_ns, finished)
        whole = plx.run(slow, folder=self.folder, out=self.folder / "whole")
        self.assertEqual(result.result_hash, whole.result_hash)

    def test_a_mistake_is_one_sentence(self):
        for changes, said in (
            ({"settings": {"betta": 1}}, "betta"),
            ({"method": "vfedmw"}, "vfedm"),
            ({"seed": "x"}, "seed is 'x' and must be a whole number"),
        ):
            with self.assertRaises(ParallaxError) as caught:
                plx.run(study(**changes), folder=self.folder)
            sentence = str(caught.exception)
            self.assertIn(said, sentence)
            self.assertNotIn("\n", sentence)
            self.assertNotIn("parallax:", sentence)
            self.assertEqual(caught.exception.code, 2)
        with self.assertRaisesRegex(ParallaxError, "there is no study file .*none.yaml"):
            plx.run(self.folder / "none.yaml", folder=self.folder)
        with self.assertRaisesRegex(ParallaxError, "there is no folder"):
            plx.run(study(), folder=self.folder / "none")
        with self.assertRaisesRegex(ParallaxError, "list of studies is empty"):
            plx.run([], folder=self.folder)

    def test_a_study_file_gives_the_same_bits(self):
        file = study_file(study(study="filed"), self.folder)
        again = plx.run(file, folder=self.folder, out=self.folder / "filed")
        self.assertEqual(again.result_hash, self.result.result_hash)
        self.assertEqual(again.folder, self.folder / "filed")


if __name__ == "__main__":
    unittest.main()
