"""The program: where it is looked for, what it says, how it is ended."""

import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from parallax_fl import ParallaxError, Program, Progress
from parallax_fl import progress as _progress


@unittest.skipIf(os.name == "nt", "the programs of these tests are shell scripts")
class ProgramTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        kept = {k: v for k, v in os.environ.items() if not k.startswith("PARALLAX")}
        patched = mock.patch.dict(os.environ, kept, clear=True)
        patched.start()
        self.addCleanup(patched.stop)

    def script(self, text, place="parallax"):
        file = self.folder / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("#!/bin/sh\n" + text + "\n")
        file.chmod(0o755)
        return file

    def test_it_is_looked_for_in_one_order(self):
        at = {name: self.script("", f"{name}/bin/parallax") for name in ("a", "home", "one", "p")}
        os.environ["PATH"] = f"{at['p'].parent}:{os.environ['PATH']}"
        self.assertEqual(Program.find().path, at["p"])
        os.environ["PARALLAX"] = str(at["one"])
        self.assertEqual(Program.find().path, at["one"])
        os.environ["PARALLAX_HOME"] = str(self.folder / "home")
        self.assertEqual(Program.find().path, at["home"])
        self.assertEqual(Program.find(self.folder / "a").path, at["a"])
        self.assertEqual(Program.find(at["a"]).path, at["a"])
        clone = self.script("", "clone/parallax")
        self.assertEqual(Program.find(clone.parent).path, clone)

    def test_where_there_is_none_it_is_said(self):
        os.environ["PATH"] = str(self.folder)
        with self.assertRaisesRegex(ParallaxError, "'parallax' is not found; set PARALLAX_HOME"):
            Program.find()
        os.environ["PARALLAX_HOME"] = str(self.folder)
        with self.assertRaisesRegex(ParallaxError, f"PARALLAX_HOME is {self.folder}, and the pro"):
            Program.find()
        broken = self.folder / "parallax"
        broken.write_text("text")
        with self.assertRaisesRegex(ParallaxError, "cannot start"):
            Program(broken).call("run")

    def test_its_output_is_returned_and_its_lines_are_given(self):
        lines = []
        program = Program(self.script('echo "out: $*, $PWD"; echo "one" >&2; echo "zwei ü" >&2'))
        printed = program.call("a b", 1, folder=self.folder, line=lambda t: lines.append(t) or True)
        self.assertEqual(printed, f"out: a b 1, {os.path.realpath(self.folder)}\n")
        self.assertEqual(lines, ["one", "zwei ü"])

    def test_its_last_sentence_is_the_error(self):
        program = Program(
            self.script('echo "parallax: built." >&2; echo "parallax: beta is 0" >&2; exit 2')
        )
        with self.assertRaises(ParallaxError) as caught:
            program.call("run")
        self.assertEqual(str(caught.exception), "beta is 0")
        self.assertEqual(caught.exception.code, 2)
        for text, said in (
            ("exit 7", "the program ended with exit code 7"),
            ("exit 130", "the run was stopped; the same call goes on with it"),
        ):
            with self.assertRaises(ParallaxError) as caught:
                Program(self.script(text)).call("run")
            self.assertEqual(str(caught.exception), said)

    def test_an_interrupt_ends_it_as_ctrl_c_does(self):
        kept = self.folder / "kept"
        program = Program(
            self.script(
                f"trap 'echo stopped > {kept}; exit 130' INT\n"
                "echo begun >&2\nwhile true; do sleep 0.05; done"
            )
        )

        def interrupt(line):
            self.assertEqual(line, "begun")
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            program.call("run", line=interrupt)
        self.assertEqual(kept.read_text(), "stopped\n")

    def test_progress_is_read_line_by_line(self):
        seen = []
        reading = _progress.Reading(_progress.show(seen.append))
        self.assertTrue(reading.line('{"study":"s","method":"M","run":2,"runs":3}'))
        self.assertTrue(
            reading.line(
                '{"kind":"split","trial":4,"trials":5,"round":6,"objective":7.5,"share":0.3,'
                '"secondsLeft":8.2,"later":1}'
            )
        )
        self.assertTrue(reading.line('{"note":"2 rows are left out"}'))
        self.assertFalse(reading.line("parallax: built."))
        self.assertFalse(reading.line("{broken"))
        self.assertEqual(
            [one.text for one in seen],
            [
                "s, M (2 of 3), split 4 of 5, round 6, objective 7.5, about 8 s left",
                "s, M (2 of 3), 2 rows are left out",
                "s, M (2 of 3), parallax: built.",
            ],
        )
        self.assertEqual(seen[0].share, 0.3)

    def test_a_terminal_has_one_line_that_changes(self):
        to = mock.Mock(isatty=lambda: True)
        with mock.patch("sys.stderr", to):
            line = _progress.show(None)
            line.show(Progress(study="s", stage="reading data"))
            line.show(Progress(note="a note"))
            line.end("done")
        written = "".join(call.args[0] for call in to.write.call_args_list)
        self.assertEqual(written, "\rs, reading data\r" + " " * 15 + "\ra note\n")

    def test_without_a_terminal_nothing_is_written(self):
        to = mock.Mock(isatty=lambda: False)
        with mock.patch("sys.stderr", to):
            shown = _progress.show(None)
            shown.show(Progress(study="s", stage="reading data"))
            shown.end("done")
        to.write.assert_not_called()

    def test_a_notebook_has_an_output_that_changes(self):
        place = mock.Mock()
        ipython = mock.Mock()
        pages = []
        ipython.get_ipython.return_value = mock.Mock(kernel=1)
        ipython.display.display.return_value = place
        ipython.display.HTML = lambda text: pages.append(text) or text
        modules = {"IPython": ipython, "IPython.display": ipython.display}
        with mock.patch.dict("sys.modules", modules):
            shown = _progress.show(None)
            shown.show(Progress(study="<s>", stage="reading", share=0.5))
            shown.show(Progress(note="a & b"))
            shown.end("done in 2.0 s")
        self.assertIn('<progress max="1" value="0.500"></progress> &lt;s&gt;, reading', pages[1])
        self.assertEqual(pages[-1], "<div>a &amp; b</div><div>done in 2.0 s</div>")
        self.assertEqual(place.update.call_count, 3)


if __name__ == "__main__":
    unittest.main()
