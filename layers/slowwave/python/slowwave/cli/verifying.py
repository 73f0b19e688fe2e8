"""`slowwave verify`: whether everything that is kept is as it was written."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import click

from slowwave.cli.options import Place, json_option, place_options
from slowwave.cli.output import count, print_json, say
from slowwave.errors import InvalidInput
from slowwave.online.proving import prove, read_receipt
from slowwave.online.verifying import Verdict
from slowwave.online.verifying import verify as verify_all

ENTRIES_A_REVISION = 2
"""About how many entries are read for each revision, for the bar: itself, and the item or record it is about."""

MOST_FINDINGS = 20
"""Findings printed for people; the JSON has all of them."""


@click.command()
@click.option(
    "--receipt",
    "receipt_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Look for what this receipt of an erasure says is gone, in every item, object and file, and for nothing else.",
)
@click.option("--match", multiple=True, help="With --receipt: look for this text too.")
@json_option
@place_options
def verify(receipt_file: Path | None, match: Sequence[str], place: Place, *, as_json: bool) -> int:
    """Read everything again, and say whether it is as it was written: exit 0 when it is intact, 1 when not.

    Every revision from the first, every note, page, pointer and policy against its last revision, every run against
    its report, every set against its hash, the words that sets show against the raw records, and those against their
    index.
    """
    if receipt_file:
        return print_proof(receipt_file, match, place, as_json=as_json)
    if match:
        raise InvalidInput("--match goes with --receipt: give the receipt of the erasure")
    with place.reading() as ports:
        scope = place.existing(ports)
        length = ENTRIES_A_REVISION * ports.archive.end(scope).sequence
        with click.progressbar(length=length, label="Verifying", file=sys.stderr) as bar:
            found = verify_all(
                scope,
                archive=ports.archive,
                journal=ports.journal,
                reports=ports.reports,
                sets=ports.sets,
                progress=lambda: bar.update(1),
            )
    if as_json:
        print_json(_as_dict(scope.agent, found))
    else:
        print_verdict(scope.agent, found)
    return 0 if found.intact else 1


def print_proof(receipt_file: Path, match: Sequence[str], place: Place, *, as_json: bool) -> int:
    """Say whether anything is left of what a receipt says was erased, and where."""
    receipt = read_receipt(receipt_file.read_text("utf-8", "replace"))
    with place.reading() as ports:
        everywhere = chain(ports.holdings.places(receipt.scope), ports.files(receipt.scope))
        proof = prove(receipt, match, places=everywhere, eraser=ports.eraser)
    if as_json:
        print_json({"receipt": receipt.id, "places": proof.places, "left": proof.left})
    elif proof.left:
        say(f"NOT ERASED: something of receipt {receipt.id} is left in {count(len(proof.left), 'place')}")
        for each in proof.left[:MOST_FINDINGS]:
            say(f"  {each}")
    else:
        say(f"nothing is left of receipt {receipt.id} in {count(proof.places, 'place')}")
    return 1 if proof.left else 0


def print_verdict(agent: str, found: Verdict) -> None:
    """Print what was read, then the verdict."""
    for name, number in found.counts.items():
        if number:
            click.echo(f"  {name:<24} {number:,}")
    if found.intact:
        chain = (
            f"the chain ends at {found.end.sequence} with {found.end.hash[:12]}" if found.end.hash else "no chain yet"
        )
        say(f"intact: agent {agent!r}, {chain}")
        return
    say(f"NOT INTACT: agent {agent!r}, {count(len(found.findings), 'finding')}")
    for each in found.findings[:MOST_FINDINGS]:
        say(f"  {each}")
    if len(found.findings) > MOST_FINDINGS:
        click.echo(f"  … and {len(found.findings) - MOST_FINDINGS:,} more; --json has all of them")


def _as_dict(agent: str, found: Verdict) -> dict[str, Any]:
    return {
        "agent": agent,
        "intact": found.intact,
        "sequence": found.end.sequence,
        "chain": found.end.hash,
        "counts": found.counts,
        "findings": [{"entry": each.entry, "problem": each.problem} for each in found.findings],
    }


COMMANDS = {"verify": verify}
