"""Every error that a user may meet, and the exit code it ends with.

::

    MailmindError            exit 1: something failed
    ├── UsageError           exit 2: wrong arguments, or input that is not there
    │   └── ConfigError      exit 2: config.toml is broken; names key, line and what is allowed
    ├── StoreError           exit 1: the database cannot be used
    │   ├── StoreTooNew      exit 2: written by a newer mailmind
    │   └── StoreLocked      exit 1: another run is at work
    ├── SourceError          exit 1: a mailbox cannot be reached or read
    └── ModelError           exit 1: the model cannot be asked at all (key, budget, server)

Each message names the place and the remedy in words a user can act on.
"""

from enum import IntEnum


class Exit(IntEnum):
    """Exit codes, the same for every command."""

    DONE = 0
    """Done, and nothing is held."""
    FAILED = 1
    """Something failed."""
    USAGE = 2
    """Usage or configuration."""
    HELD = 3
    """Done, and something is held, rejected, unverifiable or blocked."""


class MailmindError(Exception):
    """Base of all errors that are shown to a user without a traceback."""

    exit_code = Exit.FAILED


class UsageError(MailmindError):
    """Arguments or input that cannot be used."""

    exit_code = Exit.USAGE


class ConfigError(UsageError):
    """config.toml cannot be used; the message names the key, the line and what is allowed."""


class StoreError(MailmindError):
    """The store cannot be used."""


class StoreTooNew(StoreError):
    """The store was written by a newer mailmind."""

    exit_code = Exit.USAGE


class StoreLocked(StoreError):
    """Another run holds the store."""


class SourceError(MailmindError):
    """A mailbox cannot be reached or read."""


class ModelError(MailmindError):
    """The model cannot be asked at all."""
