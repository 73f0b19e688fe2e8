"""Which families of patterns read what, in the order in which they are tried."""

from __future__ import annotations

from slowwave.adapters.local.rules import (
    access_table,
    choice_table,
    circumstance_table,
    conduct_table,
    corrected,
    decisions,
    directive_table,
    document_table,
    ellipsis_table,
    entries,
    errand_table,
    exclusion_table,
    frame_answers,
    frame_patterns,
    goals,
    habit_table,
    inference,
    kept,
    layout_table,
    manner_table,
    module_table,
    moods,
    naming_table,
    order_table,
    places,
    preference_table,
    process_table,
    relations,
    retraction_table,
    reviews,
    routine_table,
    runs,
    self_table,
    slot_table,
    takebacks,
    tastes,
    term_table,
    trait_table,
    wish_table,
)
from slowwave.adapters.local.rules.pattern import Pattern

SAID: tuple[Pattern, ...] = (
    *runs.PATTERNS,
    *tastes.PATTERNS,
    *manner_table.PATTERNS,
    *self_table.PATTERNS,
    *trait_table.PATTERNS,
    *habit_table.PATTERNS,
    *relations.PATTERNS,
    *moods.PATTERNS,
    *circumstance_table.PATTERNS,
    *routine_table.PATTERNS,
    *errand_table.PATTERNS,
    *order_table.PATTERNS,
    *wish_table.PATTERNS,
    *ellipsis_table.PATTERNS,
    *exclusion_table.PATTERNS,
    *preference_table.PATTERNS,
    *choice_table.PATTERNS,
    *retraction_table.PATTERNS,
    *goals.PATTERNS,
    *decisions.PATTERNS,
    *entries.PATTERNS,
    *places.PATTERNS,
    *conduct_table.PATTERNS,
    *process_table.PATTERNS,
    *layout_table.PATTERNS,
    *access_table.PATTERNS,
    *reviews.PATTERNS,
    *corrected.PATTERNS,
    *slot_table.PATTERNS,
    *module_table.PATTERNS,
    *directive_table.PATTERNS,
    *kept.PATTERNS,
)
"""What a user or operator says; the first pattern that builds wins a clause."""

TAKING_BACK: tuple[Pattern, ...] = takebacks.PATTERNS
"""What a user or operator takes back at the opening of a sentence, looked for once the rest of it is read."""

FRAMED: tuple[Pattern, ...] = (*naming_table.PATTERNS, *frame_patterns.PATTERNS, *frame_answers.PATTERNS)
"""What a user or operator says in a sentence read as a whole, before its clauses are."""

WRITTEN: tuple[Pattern, ...] = (*term_table.PATTERNS, *document_table.PATTERNS)
"""What a document states."""


CONCLUDED = inference.PATTERNS
