"""Sync: run the plan of :mod:`mailmind.core.syncplan` against a mailbox and the store.

The story: :mod:`account` opens a connection and goes from folder to folder, over lost links and
busy servers; :mod:`folder` brings one folder up to date in committed steps; both yield
:mod:`events`.
"""

from mailmind.sync.account import sync_account
from mailmind.sync.events import (
    AccountDone,
    FolderDone,
    FolderStarted,
    FolderTrouble,
    Progress,
    SyncEvent,
    Waiting,
)

__all__ = [
    "AccountDone",
    "FolderDone",
    "FolderStarted",
    "FolderTrouble",
    "Progress",
    "SyncEvent",
    "Waiting",
    "sync_account",
]
