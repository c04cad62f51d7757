"""What a command must not import: seen in a subprocess, in sys.modules."""

import json
import subprocess
import sys

import pytest

PROBE = """
import json, sys
{code}
print(json.dumps(sorted(sys.modules)))
"""


def modules_after(code):
    run = subprocess.run(
        [sys.executable, "-c", PROBE.format(code=code)], capture_output=True, text=True, check=True
    )
    return set(json.loads(run.stdout.splitlines()[-1]))


HEADLESS = "import mailmind.pipeline, mailmind.batch, mailmind.bootstrap, mailmind.cli"
HELP = """
from mailmind.cli import main
try:
    main(["--help"])
except SystemExit:
    pass
"""


@pytest.mark.parametrize("code", [HEADLESS, HELP])
def test_headless_code_imports_neither_textual_nor_the_sdk(code):
    loaded = modules_after(code)
    assert "mailmind.cli" in loaded
    assert not loaded & {"textual", "anthropic", "imapclient"}


def test_help_imports_no_part_of_the_pipeline():
    loaded = modules_after(HELP)
    assert not any(name.startswith(("mailmind.core", "mailmind.pipeline")) for name in loaded)
    assert not loaded & {"pydantic", "sqlite_utils", "babel", "lxml", "phonenumbers"}


def test_the_core_imports_nothing_that_does_io():
    code = """
import importlib, pkgutil, mailmind.core
for module in pkgutil.walk_packages(mailmind.core.__path__, "mailmind.core."):
    importlib.import_module(module.name)
"""
    loaded = modules_after(code)
    assert "mailmind.core.values" in loaded
    forbidden = {"sqlite3", "sqlite_utils", "anthropic", "imapclient", "textual", "click"}
    assert not loaded & forbidden
    assert not any(name.startswith("mailmind.adapters") for name in loaded)
