"""`slowwave inject`: the published block, as an agent would put it before its prompt."""

from __future__ import annotations

from typing import Any

import click

from slowwave.bootstrap import LocalPorts
from slowwave.cli.options import Place, json_option, place_options
from slowwave.cli.output import print_json
from slowwave.domain.injection import SetItem
from slowwave.domain.rendering import heading_of, line
from slowwave.domain.scope import Scope
from slowwave.online import injection
from slowwave.online.injection import Rendered

FOR_TASKS = "the lines of this set are shown for a task; name it with --task"
NOTHING_PUBLISHED = "nothing is published yet; run slowwave consolidate"


@click.command()
@click.option("--task", default="", help="What the agent is about to do; adds the lines that matter for it.")
@click.option("--budget", type=int, default=None, help="Most tokens of the block. [default: the agent's budget]")
@click.option(
    "--files", type=click.IntRange(min=0), default=0, help="Most files of earlier sessions to name. [default: none]"
)
@json_option
@place_options
def inject(task: str, budget: int | None, files: int, place: Place, *, as_json: bool) -> None:
    """Print the published memory block for an agent's prompt."""
    with place.reading() as ports:
        scope = place.existing(ports)
        rendered = rendered_block(scope, ports, task=task, budget=budget, files=files)
        hint = why_empty(scope, rendered, ports, task) if rendered.text else NOTHING_PUBLISHED
    if hint:
        click.echo(f"slowwave: {hint}", err=True)
    if as_json:
        print_json(as_dict(rendered))
    else:
        click.echo(rendered.text, nl=False)


def why_empty(scope: Scope, rendered: Rendered, ports: LocalPorts, task: str) -> str:
    """Return that no line of the set fits the budget and which would, or that lines are shown for a task only; empty
    where a line is shown, or none would be for this task.
    """
    if rendered.stable or rendered.task or rendered.files:
        return ""
    published, count_tokens = ports.sets.get(scope, rendered.set_hash), ports.tokenizer(rendered.tokenizer).count
    full = rendered_block(scope, ports, task=task, budget=max(rendered.budget, published.budget_tokens))
    shown = (*full.stable, *full.task)
    if not shown:
        return FOR_TASKS if published.pool and not task else ""
    low, high = rendered.budget, full.budget
    while high - low > 1:
        middle = (low + high) // 2
        part = rendered_block(scope, ports, task=task, budget=middle)
        low, high = (low, middle) if part.stable or part.task else (middle, high)
    least = min(count_tokens(line(item)) for item in shown)
    return (
        f"no line fits a budget of {rendered.budget} tokens; the smallest has {least}, and a block with one needs "
        f"--budget {high}"
    )


def rendered_block(
    scope: Scope, ports: LocalPorts, *, task: str = "", budget: int | None = None, files: int = 0
) -> Rendered:
    """Read the block of a scope through the online path."""
    return injection.read(scope, task=task, budget=budget, files=files, **ports.taken_by(injection.read))


def as_dict(rendered: Rendered) -> dict[str, Any]:
    """Return a block as JSON-ready data."""
    return {
        **injection.body(rendered),
        "etag": rendered.etag,
        "tokenizer": rendered.tokenizer,
        "stable": [_item(item) for item in rendered.stable],
        "task": [_item(item) for item in rendered.task],
    }


def _item(item: SetItem) -> dict[str, Any]:
    return {
        "id": item.item_id,
        "section": heading_of(item),
        "lane": item.lane,
        "standing": item.standing,
        "confirmation": item.confirmation,
        "text": item.text,
        "directory": item.directory,
        "evidence": [
            {"record": q.span.record_id, "start": q.span.start, "end": q.span.end, "session": q.session, "date": q.date}
            for q in item.quotes
        ],
    }


COMMANDS = {"inject": inject}
