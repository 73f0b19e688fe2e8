"""The whole of an evidence experiment: every arm on a data set, told as one result document."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from slowwave.adapters.local.embedding import MiniLm
from slowwave.evaluation.public.corpus import ADVERSARIAL, Conversation
from slowwave.evaluation.public.evidence import measure
from slowwave.evaluation.public.reporting import plots, tables
from slowwave.evaluation.ranking import TOKENIZER
from slowwave.evaluation.results import Meter, Result
from slowwave.evaluation.statistics import SEED

RAN = (
    "Data: {title}; conversations: {conversations}, questions: {questions}, of them adversarial: {adversarial}. "
    "Retrieval ranks the raw messages. slowwave captured every message as its speaker's words, consolidated once after "
    "the last with the rules model and the default policy, and read the block with the question as the task. Tokens "
    "are counted by {tokenizer} on what is rendered. No model judges anything."
)


def evidence(
    title: str,
    conversations: Sequence[Conversation],
    budgets: Sequence[int],
    *,
    dense: bool,
    draw: bool,
    progress: Callable[[int], None],
    clock: Callable[[], datetime],
) -> Result:
    """Measure every arm on a data set and return the result document.

    Args:
        title: the data set's name.
        dense: whether the arms that embed every text run.
        draw: whether the document has pictures.
        progress: called with a number of questions that are done.
        clock: returns the present time, aware.
    """
    meter = Meter()
    measured = measure(conversations, budgets, embedder=MiniLm() if dense else None, progress=progress)
    questions = [question for each in conversations for question in each.questions]
    ran = RAN.format(
        title=title, conversations=len(conversations), questions=len(questions), tokenizer=TOKENIZER,
        adversarial=sum(question.category == ADVERSARIAL for question in questions),
    )  # fmt: skip
    name = f"evidence-{title.split(maxsplit=1)[0].lower()}"
    return Result(
        f"Evidence shown: {title}",
        ran,
        tables(measured),
        (SEED,),
        meter.circumstances(clock()),
        plots(measured, name, title) if draw else (),
    )
