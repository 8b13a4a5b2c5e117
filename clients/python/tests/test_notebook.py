"""The notebook of the examples: its cells in order, in one process, as Jupyter would run them."""

import contextlib
import io
import json
import os
import tempfile
import unittest
from pathlib import Path

NOTEBOOK = Path(os.environ["PARALLAX_TEST_NOTEBOOK"])


class NotebookTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)

    def test_it_is_a_notebook_without_outputs(self):
        notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
        self.assertEqual(notebook["nbformat"], 4)
        names = [cell["id"] for cell in notebook["cells"]]
        self.assertEqual(len(set(names)), len(names))
        for cell in notebook["cells"]:
            self.assertIn(cell["cell_type"], ("code", "markdown"))
            self.assertIsInstance(cell["source"], list)
            self.assertIsInstance(cell["metadata"], dict)
            if cell["cell_type"] == "code":
                self.assertEqual((cell["outputs"], cell["execution_count"]), ([], None))

    def test_its_cells_run(self):
        names = {"__name__": "__main__"}
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            for source in code():
                exec(compile(source, str(NOTEBOOK), "exec"), names)
        self.assertTrue(0.5 < names["result"].metrics["accuracy"].mean <= 1)
        self.assertEqual(len(names["predicted"]), 5)
        self.assertGreater(len(names["compared"].methods), 1)
        self.assertIn("\\toprule", printed.getvalue())


def code():
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    return ["".join(c["source"]) for c in notebook["cells"] if c["cell_type"] == "code"]


if __name__ == "__main__":
    unittest.main()
