"""Where passwords and access tokens come from: a command, a file, or the environment.

Owned here: a secret is read when it is needed and kept nowhere. It is asked for anew before every
login, so a token that expires in mid-run is replaced by the next connection.
"""

import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from mailmind.core.account import AccountConfig
from mailmind.errors import SourceError
from mailmind.ports import SecretSource

COMMAND_TIMEOUT = 60
"""Seconds that a password command may take; some ask a person to unlock a key."""


@dataclass(frozen=True, slots=True)
class CommandSecret:
    """The first line that a command prints."""

    account: str
    command: tuple[str, ...]

    def secret(self) -> str:
        """Run the command, without a shell."""
        import subprocess

        name = f"accounts.{self.account}.password_command"
        try:
            done = subprocess.run(
                self.command, stdout=subprocess.PIPE, check=False, timeout=COMMAND_TIMEOUT
            )
        except FileNotFoundError:
            raise SourceError(f"{name}: there is no program {self.command[0]!r}") from None
        except OSError as error:
            raise SourceError(f"{name} cannot be run: {error}") from error
        except subprocess.TimeoutExpired:
            raise SourceError(f"{name} gave no answer within {COMMAND_TIMEOUT} s") from None
        if done.returncode != 0:
            raise SourceError(f"{name} ended with exit code {done.returncode}; run it by hand")
        return _first_line(done.stdout, name)


@dataclass(frozen=True, slots=True)
class FileSecret:
    """The first line of a file that only its owner can read."""

    account: str
    path: Path

    def secret(self) -> str:
        """Read the file."""
        name = f"accounts.{self.account}.password_file ({self.path})"
        try:
            with self.path.open("rb") as file:
                mode = os.fstat(file.fileno()).st_mode
                if os.name == "posix" and mode & (stat.S_IRWXG | stat.S_IRWXO):
                    raise SourceError(f"{name} can be read by others; run: chmod 600 {self.path}")
                return _first_line(file.read(), name)
        except OSError as error:
            raise SourceError(f"{name} cannot be read: {error.strerror}") from error


@dataclass(frozen=True, slots=True)
class EnvironmentSecret:
    """A variable of the environment."""

    account: str
    variable: str
    environment: Mapping[str, str]

    def secret(self) -> str:
        """Look the variable up."""
        value = self.environment.get(self.variable, "")
        if not value:
            raise SourceError(
                f"no password for accounts.{self.account}: set password_command or password_file "
                f"there, or the environment variable {self.variable}"
            )
        return value


def secret_source(account: AccountConfig, environment: Mapping[str, str]) -> SecretSource:
    """The source that the account names; the environment where it names none."""
    if account.password_command:
        return CommandSecret(account.name, account.password_command)
    if account.password_file:
        return FileSecret(account.name, Path(account.password_file).expanduser())
    return EnvironmentSecret(account.name, account.secret_variable, environment)


def _first_line(output: bytes, name: str) -> str:
    try:
        lines = output.decode("utf-8").splitlines()
    except UnicodeDecodeError:
        raise SourceError(f"{name} gives something that is not UTF-8") from None
    if not lines or not lines[0]:
        raise SourceError(f"{name} gives an empty first line")
    return lines[0]
