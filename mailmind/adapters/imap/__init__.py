"""Mail over IMAP: one connection behind the Mailbox port. It reads; the server stays as it is."""

from mailmind.adapters.imap.mailbox import ImapMailbox

__all__ = ["ImapMailbox"]
