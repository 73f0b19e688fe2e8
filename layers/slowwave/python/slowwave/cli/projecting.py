"""What `slowwave consolidate --dry-run` says of the bill before it happens, and where prices come from."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import click

from slowwave.cli.output import count, say
from slowwave.cli.reporting import carried_over
from slowwave.domain.prices import FREE, Price, prices_of
from slowwave.domain.runs import Run
from slowwave.errors import InvalidInput
from slowwave.projecting import CALLS, Projection

CENT = Decimal("0.01")


def bill_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command --model and --prices, for its dry run."""
    model = click.option("--model", default="", help="With --dry-run: only project the bill of this model.")
    prices = click.option(
        "--prices", type=click.Path(dir_okay=False, path_type=Path), envvar="SLOWWAVE_PRICES",
        help='Price table, dollars a million tokens: {"MODEL": {"input": 3.00, "output": 15.00}}.',
    )  # fmt: skip
    return model(prices(command))


def read_prices(path: Path | None) -> Mapping[str, Price]:
    """Return the price table of a file; an empty one when none is named.

    Raises:
        InvalidInput: it cannot be read, or is no price table.
    """
    if path is None:
        return {}
    try:
        return prices_of(json.loads(path.read_text("utf-8"), parse_float=Decimal))
    except (OSError, ValueError, RecursionError) as error:
        raise InvalidInput(
            f"the price table {str(path)!r} cannot be read as JSON; name another with --prices"
        ) from error


def price_of(projection: Projection, prices: Mapping[str, Price]) -> Price | None:
    """Return what the projected model costs; None when nobody stated it."""
    return prices.get(projection.model, None if projection.windows else FREE)


def print_projection(projection: Projection, prices: Mapping[str, Price], tried: Run | None = None) -> None:
    """Print what the next run would read and cost.

    Args:
        tried: the run as the dry run made it; None where it was not, because its model is paid.
    """
    read = f"{count(projection.records, 'record')} of {count(projection.sessions, 'session')}"
    click.echo(f"The next run of agent {projection.scope.agent!r} would read {read}.")
    say(f"  model       {_tokens(projection)}: {_cost(projection, price_of(projection, prices))} ({projection.model})")
    if tried is not None and CALLS in tried.cost:
        click.echo(f"  store       {count(tried.cost[CALLS], 'call')}, as this dry run made them")
    elif projection.calls_per_record is not None:
        calls = round(projection.calls_per_record * projection.records)
        measured = f"{projection.calls_per_record:.1f} a record, as measured in the last runs"
        click.echo(f"  store       about {count(calls, 'call')} ({measured}), and those for what falls due")
    for cap, number in projection.carried:
        click.echo(f"  carried     {carried_over(cap, number)}")


def projection_as_dict(projection: Projection, prices: Mapping[str, Price]) -> dict[str, Any]:
    """Return a projection as JSON-ready data; dollars are null where no price is known."""
    price = price_of(projection, prices)
    least, most = _range(projection, price) if price else (None, None)
    return {
        "agent": projection.scope.agent,
        "model": projection.model,
        "records": projection.records,
        "sessions": projection.sessions,
        "windows": projection.windows,
        "tokens": {"shown": projection.shown, "most_replied": projection.most_replied},
        "dollars": {"least": _number(least), "most": _number(most)},
        "store_calls_per_record": projection.calls_per_record,
        "carried": dict(projection.carried),
    }


def _tokens(projection: Projection) -> str:
    if not projection.windows:
        return "0 tokens"
    replied = f"up to {projection.most_replied:,} replied"
    return f"{projection.shown:,} tokens shown in {count(projection.windows, 'window')}, {replied}"


def _cost(projection: Projection, price: Price | None) -> str:
    if price is None:
        return "no price is known; state it with --prices"
    least, most = _range(projection, price)
    return _dollars(least) if least == most else f"{_dollars(least)} to {_dollars(most)}"


def _range(projection: Projection, price: Price) -> tuple[Decimal, Decimal]:
    return price.of(projection.shown, 0), price.of(projection.shown, projection.most_replied)


def _dollars(amount: Decimal) -> str:
    return f"less than ${CENT}" if 0 < amount < CENT else f"${amount.quantize(CENT):,}"


def _number(amount: Decimal | None) -> float | None:
    return None if amount is None else float(amount)
