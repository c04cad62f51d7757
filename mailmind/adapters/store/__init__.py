"""The SQLite store: :class:`SqliteStore` and nothing else."""

from mailmind.adapters.store.store import SqliteStore, utc_now

__all__ = ["SqliteStore", "utc_now"]
