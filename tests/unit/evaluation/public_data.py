"""Tiny made-up data of the public sets' shapes."""

import json
from pathlib import Path
from typing import Any

LOCOMO: dict[str, Any] = {
    "sample_id": "conv-1",
    "conversation": {
        "speaker_a": "North",
        "session_2_date_time": "7:55 pm on 9 June, 2026",
        "session_2": [{"speaker": "South", "dia_id": "D2:1", "text": "The kayak is sold."}],
        "session_1_date_time": "1:56 pm on 8 May, 2026",
        "session_1": [
            {"speaker": "North", "dia_id": "D1:1", "text": "We paint lighthouses on Sundays."},
            {"speaker": "South", "dia_id": "D1:2", "text": "Look at this.", "blip_caption": "a red kayak"},
        ],
    },
    "qa": [
        {"question": "Where is the kayak?", "category": 1, "evidence": ["D1:02; D2:1"]},
        {"question": "Who paints lighthouses?", "category": 5, "evidence": ["D1:1"]},
        {"question": "Nothing supports this", "category": 4, "evidence": ["D9:9"]},
        {"question": "Nor this", "category": 4},
    ],
}

CHAT: list[dict[str, Any]] = [
    {
        "batch_number": 1,
        "turns": [
            [
                {"id": 0, "role": "user", "content": "Our port is 5000. ->-> 1,1", "time_anchor": "March-15-2024"},
                {"id": 1, "role": "assistant", "content": "Noted, port 5000.\n\n" + "word " * 400},
            ],
            [{"id": 2, "role": "user", "content": "The port moved to 6000.", "time_anchor": "March-20-2024"}],
        ],
    }
]
PROBES: dict[str, Any] = {
    "knowledge_update": [
        {"question": "Which port?", "source_chat_ids": {"original_info": [0], "updated_info": [2]}},
        {"question": "Which one?", "source_chat_ids": {"original_info": [0, 2], "updated_info": [2]}},
    ],
    "contradiction_resolution": [
        {"question": "Moved?", "source_chat_ids": {"first_statement": [0], "second_statement": [2]}}
    ],
    "abstention": [{"question": "Which color?", "source_chat_ids": [0]}],
    "summarization": [{"question": "Sum up", "source_chat_ids": [[0, 1], 99]}],
}

HAYSTACK: list[dict[str, Any]] = [
    {
        "question_id": "q-1",
        "question_type": "single-session-user",
        "question": "Which bike do I ride?",
        "answer": "a green one",
        "question_date": "2026/05/30 (Sat) 10:00",
        "haystack_session_ids": ["late", "early"],
        "haystack_dates": ["2026/05/20 (Wed) 02:21", "2026/05/01 (Fri) 12:00"],
        "haystack_sessions": [
            [{"role": "user", "content": "I ride a green bike.", "has_answer": True}],
            [{"role": "user", "content": "Hello."}, {"role": "assistant", "content": "Hello, what is it?"}],
        ],
        "answer_session_ids": ["late"],
    },
    {
        "question_id": "q-2_abs",
        "question_type": "single-session-user",
        "question": "Which boat do I sail?",
        "answer": "unknown",
        "question_date": "2026/05/30 (Sat) 10:00",
        "haystack_session_ids": ["only"],
        "haystack_dates": ["2026/05/20 (Wed) 02:21"],
        "haystack_sessions": [[{"role": "user", "content": "I ride a green bike.", "has_answer": True}]],
        "answer_session_ids": ["only"],
    },
]


def _belief(name: str, content: str, time: str, **changed: Any) -> dict[str, Any]:
    return {
        "_id": f"b-{name}",
        "user_id": "test-user",
        "type": "preference",
        "canonical_name": name,
        "aliases": [],
        "content": content,
        "scope": ["domain:code"],
        "epistemic_status": "active",
        "superseded_by": None,
        "pinned": False,
        "created_at": f"2026-{time}T00:00:00Z",
    } | changed


BELIEFS: list[dict[str, Any]] = [
    _belief("lint_old", "Lints with Alder.", "01-01", superseded_by="b-lint_mid", epistemic_status="superseded"),
    _belief("lint_mid", "Lints with Birch.", "02-01", superseded_by="b-lint", epistemic_status="superseded"),
    _belief("lint", "Lints with Cedar.", "03-01", aliases=["linter"]),
    _belief("deploys", "Deploys on Fridays.", "03-02"),
    _belief("depth", "Knows deploys in depth.", "03-03", epistemic_status="inferred"),
    _belief(
        "color", "Deploys want a color, not decided.", "03-04", type="open_question", epistemic_status="exploratory"
    ),
    _belief("pinned", "Deploys need a ticket.", "03-05", pinned=True),
    _belief("novel", "The hero deploys a kite.", "03-06", scope=["domain:writing"]),
    _belief("secret", "Deploys with Dogwood.", "03-07", user_id="other-user"),
]


def _case(name: str, query: str, *shown: str, **changed: Any) -> dict[str, Any]:
    expect = {"relevantBeliefs": {"shouldOnlyInclude": [f"b-{each}" for each in shown], "mustExclude": ["b-secret"]}}
    return {"caseId": name, "scope": ["domain:code"], "query": query, "expect": expect} | changed


CASES: list[dict[str, Any]] = [
    _case("lint", "which linter lints this", "lint"),
    _case("deploys", "how do deploys go", "deploys"),
    _case("both", "who deploys", "deploys", "novel", scope=["domain:code", "domain:writing"]),
    _case("nobody", "how do deploys go", userId="new-user"),
    _case("apart", "anything", expect={"personaPrelude": {"nonEmpty": True}}),
]


def write(folder: Path) -> Path:
    """Lay the made-up sets out as a data folder and return it."""
    _write(folder / "locomo" / "conv-1.json", LOCOMO)
    _write(folder / "beam" / "100K" / "3" / "chat.json", CHAT)
    _write(folder / "beam" / "100K" / "3" / "probing_questions.json", PROBES)
    _write(folder / "longmemeval.json", HAYSTACK)
    _write(folder / "precisionmembench" / "beliefs.seed.json", BELIEFS)
    _write(folder / "precisionmembench" / "retrieval.cases.json", CASES)
    return folder


def _write(path: Path, content: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content))
