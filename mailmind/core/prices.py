"""What a call costs, from its tokens and a dated price list.

Owned here: unknown is unknown. A model without a price, or a usage with a gap, has no cost; it is never
taken for free. What is only estimated, for a ceiling, is estimated high.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from mailmind.core.dialogue import Usage

_DATED = re.compile(r"-\d{8}$")
_CHARS_PER_TOKEN = 3
"""Cautious: most text has more characters to a token."""


@dataclass(frozen=True, slots=True)
class Rates:
    """US dollars for a million tokens."""

    input: float
    output: float
    cache_read: float
    cache_write: float


@dataclass(frozen=True, slots=True)
class Price:
    """The rates of one model, and those of long prompts where they differ."""

    rates: Rates
    min_cached: int
    long_above: int | None = None
    long_rates: Rates | None = None

    def cost(self, usage: Usage) -> float | None:
        """US dollars, or None where the usage has a gap."""
        counts = (usage.input_tokens, usage.output_tokens, usage.cache_read, usage.cache_write)
        if None in counts:
            return None
        fresh, out, read, written = (count or 0 for count in counts)
        rates = self._for(fresh + read + written)
        return (
            fresh * rates.input
            + out * rates.output
            + read * rates.cache_read
            + written * rates.cache_write
        ) / 1_000_000

    def estimate(self, chars: int, max_output: int) -> float:
        """The most that a call with so much prompt and room for a reply is likely to cost."""
        tokens = chars // _CHARS_PER_TOKEN
        rates = self._for(tokens)
        return (tokens * max(rates.input, rates.cache_write) + max_output * rates.output) / 1e6

    def _for(self, prompt: int) -> Rates:
        if self.long_rates and self.long_above is not None and prompt > self.long_above:
            return self.long_rates
        return self.rates


@dataclass(frozen=True, slots=True)
class PriceList:
    """The prices of all known models, and the day they were checked."""

    checked: date
    prices: Mapping[str, Price]

    def of(self, model: str) -> Price | None:
        """The price of a model; a date at the end of its name does not count."""
        return self.prices.get(model) or self.prices.get(_DATED.sub("", model))

    @property
    def dearest(self) -> Price:
        """What a model of unknown price is reckoned at where a ceiling is at stake."""
        return max(self.prices.values(), key=lambda price: price.rates.output)


def price_list(table: Mapping[str, Any]) -> PriceList:
    """The price list out of its TOML table."""
    prices = {name: _price(entry) for name, entry in table["models"].items()}
    return PriceList(table["checked"], prices)


def _price(entry: Mapping[str, Any]) -> Price:
    long = entry.get("long")
    return Price(
        rates=_rates(entry),
        min_cached=entry["min_cached"],
        long_above=long["above"] if long else None,
        long_rates=_rates(long) if long else None,
    )


def _rates(entry: Mapping[str, Any]) -> Rates:
    return Rates(
        input=entry["input"],
        output=entry["output"],
        cache_read=entry["cache_read"],
        cache_write=entry["cache_write"],
    )
