"""What somebody sees who may not write where the store is. Root may write everywhere: it steps down."""

import os
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest

from mailmind.adapters.store import SqliteStore
from mailmind.errors import StoreError
from mailmind.pipeline.ingest import import_mail
from mailmind.testing import FakeMailSource

NOBODY = 65534
MAIL = "From: Ann Li <ann@shop.example>\nSubject: Order\n\nIt costs 20 EUR.\n"


def fill(store):
    for _ in import_mail(FakeMailSource([MAIL]), store):
        pass


@contextmanager
def as_a_user():
    """As somebody whom rights bind."""
    root = os.geteuid() == 0
    if root:
        os.setegid(NOBODY)
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)
            os.setegid(0)


@pytest.fixture
def folder(tmp_path):
    """A folder of that user's, with all that the store imports on its way already imported."""
    with SqliteStore.open(tmp_path / "warm.db") as store:
        fill(store)
    made = Path(tempfile.mkdtemp(prefix="mailmind-test-"))
    if os.geteuid() == 0:
        os.chown(made, NOBODY, NOBODY)
    yield made
    made.chmod(0o755)
    shutil.rmtree(made)


def test_a_store_cannot_be_made_in_a_folder_that_is_read_only(folder):
    folder.chmod(0o555)
    with as_a_user(), pytest.raises(StoreError) as told:
        SqliteStore.open(folder / "store.db")
    assert f"cannot open the store {folder / 'store.db'}" in str(told.value)
    assert "Name another place with [store] path in config.toml." in str(told.value)


def test_a_store_in_a_folder_that_became_read_only_cannot_be_written(folder):
    with as_a_user(), SqliteStore.open(folder / "store.db") as store:
        fill(store)
    folder.chmod(0o555)
    with (
        as_a_user(),
        pytest.raises(StoreError) as told,
        SqliteStore.open(folder / "store.db") as store,
    ):
        fill(store)
    assert f"the store {folder / 'store.db'} cannot be written" in str(told.value)
    assert "Check its rights and its directory's." in str(told.value)
