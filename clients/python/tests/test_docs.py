"""What type checkers and readers are told: annotations, and the examples of the documentation."""

import ast
import importlib
import inspect
import os
import pkgutil
import re
import sys
import types
import typing
import unittest
from pathlib import Path
from unittest import mock

import parallax_fl as plx

DOCS = Path(os.environ["PARALLAX_TEST_DOCS"])
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
OBJECTS = {"result": plx.Result, "compared": plx.Comparison, "hub": plx.Coordinator}
OPTIONAL = {
    "pandas": ["DataFrame"],
    "matplotlib": [],
    "matplotlib.axes": ["Axes"],
    "matplotlib.figure": ["Figure"],
}


def stand_ins():
    """Modules in the place of libraries that a type checker sees and this machine need not have."""
    modules = {}
    for name, types_of in OPTIONAL.items():
        modules[name] = types.ModuleType(name)
        for one in types_of:
            setattr(modules[name], one, type(one, (), {}))
    return modules


def modules():
    found = pkgutil.iter_modules(plx.__path__)
    return [importlib.import_module("parallax_fl." + module.name) for module in found] + [plx]


def public(members):
    return [value for name, value in members if not name.startswith("_") or name == "__init__"]


def functions():
    """All public functions, methods and properties of the package."""
    found = {}
    for module in modules():
        for value in public(vars(module).items()):
            if not getattr(value, "__module__", "").startswith("parallax_fl"):
                continue
            for one in public(vars(value).items()) if inspect.isclass(value) else [value]:
                one = one.fget if isinstance(one, property) else getattr(one, "__func__", one)
                if inspect.isfunction(one) and one.__module__.startswith("parallax_fl"):
                    found[one.__module__ + "." + one.__qualname__] = one
    return found


def names(module):
    """A module's names, with those that it imports for type checkers alone."""
    found = dict(vars(module))
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
            exec(compile(ast.Module(node.body, []), module.__file__, "exec"), found)
    return found


class AnnotationsTest(unittest.TestCase):
    def test_every_public_function_has_types_that_exist(self):
        found = functions()
        self.assertGreater(len(found), 60)
        self.assertIn("parallax_fl.results.Result.predict", found)
        with mock.patch.dict(sys.modules, stand_ins()):
            for name, function in found.items():
                with self.subTest(name):
                    hints = typing.get_type_hints(function, names(sys.modules[function.__module__]))
                    signature = inspect.signature(function)
                    told = {one for one in signature.parameters if one not in ("self", "cls")}
                    self.assertLessEqual(told | {"return"}, set(hints))


class ExamplesTest(unittest.TestCase):
    def test_the_code_in_the_documentation_is_that_of_this_package(self):
        blocks = []
        for page in ("python.md", "paper.md"):
            blocks += BLOCK.findall((DOCS / page).read_text(encoding="utf-8"))
        self.assertGreater(len(blocks), 4)
        used = set()
        for block in blocks:
            for node in ast.walk(compile(block, "docs", "exec", ast.PyCF_ONLY_AST)):
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                    used.add((node.value.id, node.attr))
        self.assertTrue({("plx", "run"), ("result", "predict"), ("hub", "watch")} <= used)
        for name, attribute in sorted(used):
            if name == "plx":
                self.assertIn(attribute, plx.__all__)
            elif name in OBJECTS:
                told = {*dir(OBJECTS[name]), *typing.get_type_hints(OBJECTS[name].__init__)}
                self.assertIn(attribute, told, name)


if __name__ == "__main__":
    unittest.main()
