"""How a run looks: what each stage did in a few words, the account that adds up, and the same as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from slowwave.cli.gating import gate_as_dict, gate_summary
from slowwave.cli.output import count, say
from slowwave.domain.caps import MOST_COUNTED, MOST_HELD, Cap
from slowwave.domain.intake import Discard
from slowwave.domain.runs import Run, RunState, Stage

PHRASES: Mapping[Stage, Mapping[str, str]] = {
    Stage.EXTRACT: {"records": "record", "candidates": "candidate", "acts": "act"},
    Stage.VERIFY: {"keys": "claim key", "notes": "note change"},
    Stage.DECAY: {"due": "due note", "consolidated": "consolidated", "retired": "retired", "expired": "expired"},
    Stage.DISTILL: {"promoted": "page written", "stale": "page marked stale"},
    Stage.REORGANIZE: {"placed": "page change"},
    Stage.PUBLISH: {"stable": "resident line", "pool": "candidate line", "left_out": "left out"},
}
"""What each stage is summed up by, in this order; counts without a phrase stay in the JSON."""

MANY_RECORDS = 20
"""Records from which it is worth a word that none of them said anything to keep."""

NOTHING_READ = "nothing in them reads as knowledge; the rules know plain statements and corrections in English"


def print_report(report: Run, *, dry: bool = False) -> None:
    """Print what each stage did, or `dry` would do, and the account, which adds up."""
    for stage in Stage:
        click.echo(f"  {stage:<11} {summary(stage, report)}")
    if report.published:
        click.echo(f"  gate        {gate_summary(report)}")
    account = report.account
    click.echo(
        f"  account     {account.inputs:,} inputs = {account.promoted:,} promoted + {account.merged:,} merged"
        f" + {account.rejected:,} rejected + {account.pending:,} left as notes + {account.failed:,} failed"
    )
    for reason, number in sorted(account.reasons.items(), key=lambda each: (-each[1], each[0])):
        where = f" (skeletons in slowwave agent show {report.scope.agent})"
        hint = where if reason.startswith(Discard.SKELETON) else ""
        click.echo(f"              rejected {number:,}: {reason}{hint}")
    if report.tokens:
        shown, replied = (report.count(Stage.EXTRACT, name) for name in ("tokens_shown", "tokens_replied"))
        click.echo(f"  tokens      {shown:,} shown to {report.model}, {replied:,} replied")
    for cap, number in report.carried.items():
        click.echo(f"  carried     {carried_over(cap, number)}")
    for session in report.unanswered:
        say(f"              session {session!r} had no answer; the next run asks again")
    if report.count(Stage.EXTRACT, "records") >= MANY_RECORDS and not report.count(Stage.EXTRACT, "candidates"):
        click.echo(f"  hint        {NOTHING_READ}")
    if report.state is RunState.COMPLETED:
        click.echo(f"  run {report.id}: {outcome(report, dry=dry)}")


def outcome(report: Run, *, dry: bool = False) -> str:
    """Return what became of the set, or would."""
    kept = f"kept: {report.kept}" if report.kept else ""
    verb = "would publish" if dry else "published"
    published = f"{verb} set {report.published[:12]}" if report.published else ""
    return ", ".join(each for each in (published, kept) if each) or "the set is unchanged"


def summary(stage: Stage, report: Run) -> str:
    """Return what a stage did in a few words."""
    counts = report.counts.get(stage.value, {})
    parts = [_phrase(counts[name], noun) for name, noun in PHRASES[stage].items() if counts.get(name)]
    return ", ".join(parts) or "nothing to do"


def as_dict(report: Run) -> dict[str, Any]:
    """Return a report as JSON-ready data."""
    account = report.account
    return {
        "agent": report.scope.agent,
        "run": report.id,
        "as_of": report.as_of,
        "state": report.state,
        "policy_version": report.policy_version,
        "published": report.published,
        "kept": report.kept,
        "problem": report.problem,
        "task": report.task,
        "released": report.released,
        "gated": report.gated,
        "over_rollback": report.over_rollback,
        "gate": gate_as_dict(report),
        "sessions": report.sessions,
        "tokens": report.tokens,
        "carried": dict(report.carried),
        "unanswered": report.unanswered,
        "stages": report.counts,
        "account": {
            "inputs": account.inputs,
            "promoted": account.promoted,
            "merged": account.merged,
            "rejected": account.rejected,
            "pending": account.pending,
            "failed": account.failed,
            "reasons": account.reasons,
        },
    }


def _phrase(number: int, noun: str) -> str:
    if noun in ("consolidated", "retired", "expired", "left out"):
        return f"{number:,} {noun}"
    if noun in ("page written", "page marked stale"):
        return f"{count(number, 'page')} {noun.partition(' ')[2]}"
    return count(number, noun)


def carried_over(cap: str, number: int) -> str:
    """Return what a cap left for the next run."""
    most, noun = (MOST_HELD, "claim key") if cap == Cap.PAGES else (MOST_COUNTED, "unread record")
    least = "at least " if number >= most else ""
    what = "waiting for a page" if cap == Cap.PAGES else "over to the next run"
    why = f"left by {cap}" if cap == Cap.MODEL else f"cap on {cap}"
    return f"{least}{count(number, noun)} {what} ({why})"
