"""SWE-agent trajectories: one JSON document without times, so the caller has to give one.

`history` holds the messages; where it is missing, `trajectory` holds the steps. The task is a template around an issue
text, so it is a file's words although it has the user's role.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from slowwave.adapters.transcripts.blocks import Speaker, flatten, read_content, result_part, text_of
from slowwave.adapters.transcripts.lines import load
from slowwave.adapters.transcripts.reads import Failed, Part, Piece, Reason, Skipped, Source, Unit, Units
from slowwave.adapters.transcripts.speech import ASSISTANT, FILE_NOTICE, USER
from slowwave.adapters.transcripts.timeline import Timeline
from slowwave.adapters.transcripts.tools import tool_use
from slowwave.domain.records import Actor, Kind, Origin, ToolUse
from slowwave.errors import InvalidInput

if TYPE_CHECKING:
    from pathlib import Path

TASK = replace(USER, origin=Origin.FILE)
EDITOR_COMMANDS: Final = frozenset({"open", "create", "edit", "goto", "scroll_up", "scroll_down", "submit"})
"""First words of actions that are the agent's own tools; any other action is a shell command."""


def read_swe_agent(path: Path, source: Source) -> Units:
    """Yield one unit a message, or one a step.

    Raises:
        InvalidInput: the document is too large, or has neither history nor trajectory.
    """
    value = load(path)
    found = value if isinstance(value, Mapping) else {}
    items = found.get("history") or found.get("trajectory")
    if not isinstance(items, list):
        raise InvalidInput(f"{source.name!r} has neither a history nor a trajectory")
    return _items(items, source, path.stat().st_size)


def _items(items: list[Any], source: Source, size: int) -> Iterator[Unit]:
    timeline = Timeline(source, source.stem)
    call_id, task_seen = "", False
    for number, item in enumerate(items, 1):
        if not isinstance(item, Mapping):
            yield Unit(number, size, (Failed(Reason.NOT_AN_OBJECT, number),))
            continue
        if "role" not in item:
            pieces = _step(item, number)
        elif _is_observation(item, task_seen=task_seen):
            pieces = [_observation(item, call_id, number)]
        else:
            pieces = _message(item, number)
            task_seen = task_seen or (item.get("role") == "user" and not item.get("is_demo"))
        call_id = next((piece.tool.call_id for piece in pieces if isinstance(piece, Part) and piece.tool), call_id)
        yield Unit(number, size, timeline.put(pieces, None, number) or (Skipped(Reason.NO_TEXT, number),))


def _is_observation(item: Mapping[str, Any], *, task_seen: bool) -> bool:
    """Whether a message is what an action printed: the first of the user's role that is no example is the task."""
    return item.get("role") == "tool" or (item.get("role") == "user" and task_seen and not item.get("is_demo"))


def _message(item: Mapping[str, Any], number: int) -> list[Piece]:
    role = item.get("role")
    if role == "assistant":
        return _act(item, item.get("thought") or item.get("content"), number)
    if role not in ("user", "system"):
        return [Skipped(Reason.UNKNOWN_TYPE, number, f"role {role!r}")]
    template = TASK if role == "user" and not item.get("is_demo") else FILE_NOTICE
    return read_content(item.get("content"), Speaker(template, number))


def _step(item: Mapping[str, Any], number: int) -> list[Piece]:
    acted = _act(item, item.get("thought") or item.get("response"), number)
    if "observation" not in item:
        return acted
    return [*acted, _observation({"content": item["observation"]}, f"step-{number}", number)]


def _act(item: Mapping[str, Any], said: Any, number: int) -> list[Piece]:
    thought = read_content(said, Speaker(ASSISTANT, number))
    action = item.get("action")
    if not isinstance(action, str) or not action.strip():
        return thought
    calls = item.get("tool_calls")
    first = calls[0] if isinstance(calls, list) and calls and isinstance(calls[0], Mapping) else {}
    tool = action_tool(text_of(first.get("id")) or f"step-{number}", action.strip())
    text = f"{tool.name}: {action.strip()}"
    return [*thought, Part(Actor.ASSISTANT, Kind.TOOL_CALL, Origin.ASSISTANT, text, tool)]


def action_tool(call_id: str, action: str) -> ToolUse:
    """Describe an action line: an editor command, or a shell command."""
    try:
        words = shlex.split(action.splitlines()[0])
    except ValueError:
        words = action.split()
    name = words[0] if words else ""
    if name.startswith("str_replace_editor") and len(words) > 2:
        return replace(tool_use(call_id, name, {"command": words[1], "path": words[2]}), command="")
    if name in EDITOR_COMMANDS:
        path = next((word for word in words[1:] if name in ("open", "create") and not word.isdigit()), "")
        return tool_use(call_id, name, {"path": path})
    return ToolUse(call_id, "bash", command=action)


def _observation(item: Mapping[str, Any], call_id: str, number: int) -> Part:
    text, attachments = flatten(item.get("content"), f"message {number}")
    answered = item.get("tool_call_ids")
    own_id = text_of(answered[0]) if isinstance(answered, list) and answered else ""
    return replace(result_part(own_id or call_id, text), attachments=attachments)
