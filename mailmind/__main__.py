"""``python -m mailmind``."""

from mailmind.cli import main

main()
