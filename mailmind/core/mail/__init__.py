"""What a mail is made of, in the order in which :mod:`mailmind.core.parse` reads it.

Owned here: the way from bytes to what a reader sees. ``repair``, ``regular`` and ``mime`` give the
parts, ``body`` and ``charset`` the text of a part; ``headers``, ``date`` and ``head`` read the header
block; ``html`` and ``block`` render what ``hidden`` leaves, ``htmlquote`` marks what is quoted;
``shown`` chooses the text that a reader is shown; ``traits`` says what the headers tell of the mail
as a whole.
"""
