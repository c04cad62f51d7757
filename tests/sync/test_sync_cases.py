import re
from pathlib import Path

HERE = Path(__file__).parent


def test_every_case_has_its_test():
    named = re.findall(r"\| `(test_\w+)` \|", (HERE / "CASES.md").read_text())
    written = {
        name
        for file in HERE.glob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", file.read_text(), re.MULTILINE)
    }
    assert len(named) > 40
    assert set(named) <= written
