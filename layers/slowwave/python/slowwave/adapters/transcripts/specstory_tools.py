"""The tool blocks of SpecStory markdown: a summary line, the input as text or inline code, the output in a fence."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from typing import Final

from slowwave.adapters.transcripts.blocks import result_part
from slowwave.adapters.transcripts.reads import Part
from slowwave.adapters.transcripts.tools import EDITORS, MAX_INPUT_CHARS, READERS, SHELLS
from slowwave.domain.records import Actor, Kind, Origin, ToolUse

NAME = re.compile(r'data-tool-name="([^"]*)"')
PLAIN_TOOL = re.compile(r"Tool use: \*\*([^*]+)\*\*")
"""A tool block without tags, as some exports write it."""

MARKUP = re.compile(r"<tool-use[^>]*>|</tool-use>|</?details>|<summary>|</summary>|Tool use: \*\*[^*]+\*\*")
INPUT_FENCE = re.compile(r"Input(?: \(truncated\))?: ```\s*")
FENCE = re.compile(r"(`{3,})([\w+-]*)\s*")
OUTPUT_LANGUAGES: Final = frozenset({"", "text"})
INLINE_CODE = re.compile(r"^\s*`(.+?)`\s*$", re.MULTILINE | re.DOTALL)
PATCHED_FILE = re.compile(r"^\*\*(?:Add|Update|Delete|Move): `([^`]+)`\*\*", re.MULTILINE)
NAMED_FILE = re.compile(r"(?:Read|Edit|Create|Write) file: (\S+)|^Path: `([^`]+)`", re.MULTILINE)
CHANGED_FILE = re.compile(
    r"(?:The file (.+?) has been (?:updated|created)|File created successfully at: (.+?)\s*$)", re.M
)
RESULT_HEAD_CHARS = 2_000


def tool_parts(block: list[str], call_id: str) -> list[Part]:
    """Return the call, and its result if the block shows one."""
    opening = NAME.search(block[0]) or PLAIN_TOOL.match(block[0])
    name = opening[1] if opening else ""
    head, fenced, output = _sections(block)
    tool = _describe(call_id, name, head, fenced, output or "")
    main = (
        tool.command
        or ", ".join(tool.files_edited or tool.files_read)
        or " ".join(head.split())
        or fenced[:MAX_INPUT_CHARS]
    )
    text = f"{name}: {main}" if main else name
    parts = [Part(Actor.ASSISTANT, Kind.TOOL_CALL, Origin.ASSISTANT, text, tool)]
    if output is not None:
        result = result_part(call_id, output, name=name)
        parts.append(result)
    return parts


def _sections(block: list[str]) -> tuple[str, str, str | None]:
    """Return the text before the first fence, the fenced input if there is one, and the output if there is one."""
    body = [MARKUP.sub("", line) if _has_markup(line, index, len(block)) else line for index, line in enumerate(block)]
    body = [INPUT_FENCE.sub("```input", line) if index < 3 else line for index, line in enumerate(body)]
    fences = [index for index, line in enumerate(body) if FENCE.fullmatch(line)]
    if not fences:
        return "\n".join(body).strip(), "", None
    first, last = fences[0], fences[-1]
    head = "\n".join(body[:first]).strip()
    if _language(body[first]) in OUTPUT_LANGUAGES:
        return head, "", "\n".join(body[first + 1 : last if last > first else len(body)])
    opening = _output_fence(body, fences)
    if opening is None:
        return head, "\n".join(body[first + 1 : last]), None
    fenced = "\n".join(body[first + 1 : opening]).rstrip().removesuffix("```").rstrip("\n")
    return head, fenced, "\n".join(body[opening + 1 : last])


def _has_markup(line: str, index: int, count: int) -> bool:
    """Whether a line may be the block's own markup: the first lines and the last ones; the rest is quoted text."""
    return index < 3 or (index >= count - 2 and line.startswith("</"))


def _output_fence(body: list[str], fences: list[int]) -> int | None:
    """Return the last fence that opens an output: it follows the fence that closes the input."""
    for before, index in reversed(list(itertools.pairwise(fences))):
        between = "".join(body[before + 1 : index]).strip().removesuffix("Output:")
        if not between and index != fences[-1] and _language(body[index]) in OUTPUT_LANGUAGES:
            return index
    return None


def _language(line: str) -> str:
    match = FENCE.fullmatch(line)
    return match[2] if match else ""


def _describe(call_id: str, name: str, head: str, fenced: str, output: str) -> ToolUse:
    short = name.rsplit("__", 1)[-1].lower()
    code = INLINE_CODE.search(head)
    inline = code[1] if code else ""
    tool = ToolUse(call_id, name)
    if short in SHELLS:
        return replace(tool, command=inline or fenced)
    named = [path for match in NAMED_FILE.findall(head) for path in match if path]
    if short in READERS:
        return replace(tool, files_read=tuple(named or ([inline] if inline else [])))
    if short in EDITORS:
        changed = [path for match in CHANGED_FILE.findall(output[:RESULT_HEAD_CHARS]) for path in match if path]
        paths = PATCHED_FILE.findall(head) or named or changed[:1] or ([inline] if inline else [])
        return replace(tool, files_edited=tuple(dict.fromkeys(paths)))
    return tool
