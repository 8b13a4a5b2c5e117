"""A real coordinator, whose address, tokens and files the environment names."""

import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from parallax_fl import Coordinator, ParallaxError

ADDRESS = os.environ["PARALLAX_TEST_SERVER"]
TOKEN = os.environ["PARALLAX_TEST_TOKEN"]
MONITOR = os.environ["PARALLAX_TEST_MONITOR"]
CA = Path(os.environ["PARALLAX_TEST_CA"])
FOREIGN = Path(os.environ["PARALLAX_TEST_FOREIGN_CA"])
LOGIN = Path(os.environ["PARALLAX_TEST_LOGIN"])


def study(name, **changes):
    views = {"maple": "a", "birch": "b", "cedar": "c"}
    return {
        "study": name,
        "purpose": "to try the program",
        "method": "vfedmv",
        "settings": {"beta": 0.5, "zeta": 2, "eta": 1},
        "parties": {
            party: {"view": view, **({"labels": True} if view == "a" else {})}
            for party, view in views.items()
        },
        "evaluate": {"split": "random", "test": 0.25, "repeats": 2},
        "stop": {"rounds": 8, "tolerance": 1e-6},
        "model": False,
        "seed": 3,
        **changes,
    }


class CoordinatorTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.hub = Coordinator(ADDRESS, TOKEN, CA)
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.submitted = cls.hub.submit(study("mood"))
        cls.told = []
        cls.result = cls.hub.wait(cls.submitted, progress=cls.told.append)

    def test_a_study_is_submitted_watched_and_read(self):
        self.assertEqual(self.submitted.state, "waiting")
        self.assertEqual(self.submitted.waits_for, ["birch", "cedar", "maple"])
        self.assertRegex(self.submitted.id, "^[0-9a-f]{64}$")
        self.assertEqual(self.told[-1].stage.split("; ")[0], "mood: finished")
        self.assertEqual(self.result.study, "mood")
        self.assertTrue(0.5 < self.result.metrics["accuracy"].mean <= 1)
        self.assertIn("most frequent class", self.result.baselines)
        accuracy = self.result.splits().where(metric="accuracy").column("value")
        self.assertAlmostEqual(sum(accuracy) / 2, self.result.metrics["accuracy"].mean)
        with self.assertRaisesRegex(ParallaxError, "between machines has no run folder"):
            self.result.predictions()
        self.assertIn("study mood", self.result._repr_html_())

    def test_its_rounds_and_report_are_there(self):
        rounds = self.hub.rounds(self.submitted)
        self.assertEqual({one["part"] for one in rounds}, {"split-01", "split-02"})
        self.assertEqual(len(self.hub.rounds(self.submitted.id[:12], skip=1)), len(rounds) - 1)
        file = Path(self.folder.name) / "report.html"
        page = self.hub.report(self.submitted, file)
        self.assertIn("<html", page)
        self.assertEqual(file.read_text(encoding="utf-8"), page)

    def test_studies_and_catalogue_are_listed(self):
        listed = {one.id: one for one in self.hub.studies()}
        self.assertEqual(listed[self.submitted.id].state, "finished")
        self.assertEqual(listed[self.submitted.id].owner, self.hub.whoami()["name"])
        shown = {one["party"]: one["views"] for one in self.hub.catalogue()}
        self.assertEqual([view["name"] for view in shown["maple"]], ["a"])

    def test_a_study_is_stopped_and_resumed(self):
        long = self.hub.submit(study("long", stop={"rounds": 1000, "tolerance": 0}))
        states = []
        for now in self.hub.watch(long, pause=0.05):
            states.append(now.state)
            if now.state == "running" and states.count("stopping") == 0 and now.rounds > 0:
                states.append("stopping")
                self.hub.stop(long)
        self.assertEqual(states[-1], "stopped")
        with self.assertRaisesRegex(ParallaxError, "no result of study long: stopped"):
            self.hub.wait(long, progress=False)
        self.hub.resume(long)
        self.assertIn(self.hub.study(long).state, ("queued", "running"))
        self.hub.stop(long)
        self.assertEqual(list(self.hub.watch(long, pause=0.05))[-1].state, "stopped")

    def test_a_login_that_was_made_can_be_used(self):
        for where in (LOGIN, LOGIN / "login.json"):
            self.assertEqual(Coordinator.login(where).whoami()["roles"], ["researcher"])
        given = {
            "PARALLAX_SERVER": ADDRESS,
            "PARALLAX_TOKEN": TOKEN,
            "PARALLAX_CA": str(CA),
            "PARALLAX_CONFIG": "/nowhere",
        }
        with mock.patch.dict(os.environ, given):
            self.assertEqual(Coordinator.login().whoami()["roles"], ["researcher"])
            del os.environ["PARALLAX_TOKEN"]
            with self.assertRaisesRegex(ParallaxError, "PARALLAX_TOKEN is not set"):
                Coordinator.login()
        with mock.patch.dict(os.environ, {"PARALLAX_CONFIG": str(LOGIN)}):
            self.assertEqual(Coordinator.login().url, ADDRESS)
        with self.assertRaisesRegex(ParallaxError, "there is no login .*login.json; log in with"):
            Coordinator.login(self.folder.name)
        broken = Path(self.folder.name) / "broken.json"
        broken.write_text("{}")
        with self.assertRaisesRegex(ParallaxError, "broken.json cannot be read; log in again"):
            Coordinator.login(broken)

    def test_a_refused_study_is_one_sentence(self):
        for changes, said in (
            ({"purpose": None}, "purpose"),
            ({"method": "vfedmw"}, "vfedmw"),
            ({"parties": {"oak": {"view": "a", "labels": True}, "elm": {"view": "b"}}}, "oak|elm"),
        ):
            wrong = {k: v for k, v in study("wrong", **changes).items() if v is not None}
            with self.assertRaisesRegex(ParallaxError, said) as caught:
                self.hub.submit(wrong)
            self.assertEqual(caught.exception.code, 400)
            self.assertTrue(str(caught.exception).startswith("the coordinator says: "))
            with self.assertRaisesRegex(ParallaxError, said):
                self.hub.check(wrong)
        self.hub.check(study("right"))
        with self.assertRaisesRegex(ParallaxError, "this very study was submitted already"):
            self.hub.submit(study("mood"))

    def test_a_wrong_token_is_said(self):
        with self.assertRaisesRegex(ParallaxError, "denies: this token is not valid here") as wrong:
            Coordinator(ADDRESS, TOKEN[:-3] + "zzz", CA).studies()
        self.assertEqual(wrong.exception.code, 401)
        with self.assertRaisesRegex(ParallaxError, "is a monitor and may not do this") as wrong:
            Coordinator(ADDRESS, MONITOR, CA).studies()
        self.assertEqual(wrong.exception.code, 403)
        self.assertNotIn(TOKEN, repr(self.hub))

    def test_a_wrong_authority_is_said_before_the_token_is_shown(self):
        for ca in (FOREIGN, FOREIGN.read_text(), None):
            with self.assertRaisesRegex(
                ParallaxError, "not signed by the authority that you trust .*give ca="
            ):
                Coordinator(ADDRESS, TOKEN, ca).studies()
        for ca, said in (("/nowhere/ca.pem", "cannot be read"), (__file__, "is no certificate")):
            with self.assertRaisesRegex(ParallaxError, said + "; give the file ca.pem"):
                Coordinator(ADDRESS, TOKEN, ca)
        other = ADDRESS.replace("127.0.0.1", "localhost")  # not in the certificate
        with self.assertRaisesRegex(ParallaxError, "is for another host"):
            Coordinator(other, TOKEN, CA).studies()
        self.assertEqual(
            Coordinator(ADDRESS, TOKEN, CA.read_text()).whoami()["roles"], ["researcher"]
        )

    def test_wrong_addresses_are_said(self):
        for url, said in (
            ("hub.example.org", "it must be like https://"),
            ("http://hub.example.org:7444", "must begin with https://"),
            ("https://hub:port", "no valid port"),
        ):
            with self.assertRaisesRegex(ParallaxError, said):
                Coordinator(url, TOKEN, CA)
        silent = Coordinator("https://127.0.0.1:1", TOKEN, CA)
        with self.assertRaisesRegex(ParallaxError, "no answer from https://127.0.0.1:1; check"):
            list(silent.watch("0123456789abcdef"))
        with self.assertRaisesRegex(ParallaxError, "the answer cannot be read") as plain:
            self.hub.get("/")
        self.assertIsNone(plain.exception.code)

    def test_what_is_not_there_is_said(self):
        with self.assertRaisesRegex(ParallaxError, "there is no such study of yours") as none:
            self.hub.result("0123456789abcdef")
        self.assertEqual(none.exception.code, 404)
        with self.assertRaisesRegex(ParallaxError, "the study is 'mood'; it must be its hash"):
            self.hub.study("mood")

    def test_every_call_is_described(self):
        document = self.hub.get("/v1/openapi.json")
        self.assertEqual(document["openapi"], "3.1.0")
        for path, method in (
            ("/v1/session", "get"),
            ("/v1/studies", "get"),
            ("/v1/studies", "post"),
            ("/v1/check", "post"),
            ("/v1/catalogue", "get"),
            ("/v1/studies/{id}", "get"),
            ("/v1/studies/{id}/rounds", "get"),
            ("/v1/studies/{id}/result", "get"),
            ("/v1/studies/{id}/report", "get"),
            ("/v1/studies/{id}/stop", "post"),
            ("/v1/studies/{id}/resume", "post"),
        ):
            self.assertIn(method, document["paths"][path])


if __name__ == "__main__":
    unittest.main()
