import sys

import pytest

from mailmind.adapters.secrets import secret_source
from mailmind.core.account import AccountConfig
from mailmind.errors import SourceError


def source(environment=None, **fields):
    account = AccountConfig(name="my-work", host="mail.example.org", user="me", **fields)
    return secret_source(account, environment or {})


def python(code):
    return (sys.executable, "-c", code)


def test_a_command_is_run_anew_each_time(tmp_path):
    count = tmp_path / "count"
    code = (
        f"p={str(count)!r};n=len(open(p).read()) if __import__('os').path.exists(p) else 0;"
        "open(p,'a').write('x');print(f'pass word {n}');print('url: example.org')"
    )
    found = source(password_command=python(code))
    assert [found.secret(), found.secret()] == ["pass word 0", "pass word 1"]


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("/no/such/program",), "there is no program"),
        (python("raise SystemExit(3)"), "exit code 3"),
        (python("pass"), "empty first line"),
        (python("import sys;sys.stdout.buffer.write(bytes([255,254]))"), "not UTF-8"),
    ],
)
def test_a_command_that_gives_nothing(command, words):
    with pytest.raises(SourceError, match=words) as caught:
        source(password_command=command).secret()
    assert "accounts.my-work.password_command" in str(caught.value)


def test_a_file_that_only_its_owner_reads(tmp_path):
    file = tmp_path / "secret"
    file.write_text("hünter2 \nsecond line\n")
    file.chmod(0o600)
    assert source(password_file=str(file)).secret() == "hünter2 "
    file.chmod(0o640)
    with pytest.raises(SourceError, match="chmod 600"):
        source(password_file=str(file)).secret()
    with pytest.raises(SourceError, match="cannot be read"):
        source(password_file=str(tmp_path / "none")).secret()


def test_the_environment():
    assert source({"MAILMIND_PASSWORD_MY_WORK": "s3"}).secret() == "s3"
    with pytest.raises(SourceError, match="MAILMIND_PASSWORD_MY_WORK"):
        source({"MAILMIND_PASSWORD_MY_WORK": ""}).secret()
