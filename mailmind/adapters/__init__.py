"""Adapters: each turns one outside thing into core values."""
