"""`slowwave evaluate growth`: one long history, and the size of everything on the way."""

from __future__ import annotations

import click

from slowwave.bootstrap import now
from slowwave.cli.evaluate_simulate import CADENCES
from slowwave.cli.evaluating import Report, progress, report_options
from slowwave.evaluation.results import Meter, Result
from slowwave.evaluation.simulation import growth
from slowwave.evaluation.simulation.history import generate
from slowwave.evaluation.simulation.setups import GOLD, SETUPS
from slowwave.evaluation.simulation.study import TUNED


@click.command("growth")
@click.option("--turns", type=click.IntRange(min=50), default=5000, show_default=True, help="Length of the history.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--budget", type=click.IntRange(min=100), default=300, show_default=True, help="Tokens of a read.")
@click.option("--arm", type=click.Choice(list(SETUPS)), default=GOLD.name, show_default=True)
@click.option("--cadence", type=click.Choice(["turn", "close"]), default="close", show_default=True)
@report_options
def grow(turns: int, seed: int, budget: int, arm: str, cadence: str, report: Report) -> None:
    """Run one long history, and look ten times at what is stored, published, called and forgotten."""
    meter = Meter()
    history = generate(seed, TUNED, turns)
    samples = []
    with progress(growth.SAMPLES, "Growing") as advance:
        for sample in growth.grow(history, arm, budget=budget, cadence=CADENCES[cadence]):
            samples.append(sample)
            advance(1)
    made = meter.circumstances(now())
    drawn = (growth.picture(samples),)
    ran = f"One history in the style {TUNED}, {budget} tokens a read; {arm}, consolidating: {CADENCES[cadence]}."
    result = Result(f"Growth over {turns} turns", ran, (growth.table(samples, arm),), (seed,), made, drawn)
    report.give(result, "growth")


COMMANDS = {"growth": grow}
