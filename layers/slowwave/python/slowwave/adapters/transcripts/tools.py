"""What tool calls did, from their names and inputs: one table of tools for every format."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Mapping
from typing import Any, Final

from slowwave.domain.records import Origin, ToolUse

READERS: Final = frozenset({"read", "view", "cat", "open", "read_file", "readfile", "notebookread", "view_file"})
EDITORS: Final = frozenset(
    {
        "apply_patch", "create", "create_file", "edit", "edit_file", "insert", "multiedit", "notebookedit", "replace",
        "search_replace", "str_replace", "write", "write_file",
    }
)  # fmt: skip
SHELLS: Final = frozenset(
    {
        "bash", "container.exec", "exec_command", "execute", "local_shell", "powershell", "run_shell_command",
        "run_terminal_cmd", "shell", "shell_command", "terminal",
    }
)  # fmt: skip
SUBCOMMAND_TOOLS: Final = frozenset({"str_replace_editor", "str_replace_based_edit_tool"})
"""Editors whose `command` field names one of the tools above."""

WEB_TOOLS: Final = frozenset({"webfetch", "websearch", "fetchurl", "web_search", "web_fetch", "google_web_search"})

PATH_FIELDS: Final = (
    "file_path", "path", "notebook_path", "target_file", "absolute_path", "filename", "file_name", "file",
)  # fmt: skip
COMMAND_FIELDS: Final = ("command", "cmd", "script", "commands")
MAIN_FIELDS: Final = ("pattern", "query", "url", *PATH_FIELDS, "prompt", "description", "skill", "plan")

PATCH_FILE = re.compile(r"^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+?)\s*$", re.MULTILINE)
MAX_INPUT_CHARS = 4_000
SHELL_ARGV_LENGTH = 3  # bash -lc '...'


def tool_use(call_id: str, name: str, arguments: Any) -> ToolUse:
    """Describe a call; `arguments` is the input as an object, a JSON string of one, or free text such as a patch."""
    given = as_mapping(arguments)
    short = _short(name, given)
    patched = tuple(PATCH_FILE.findall(arguments if isinstance(arguments, str) and not given else _longest(given)))
    paths = _paths(given)
    return ToolUse(
        call_id=call_id,
        name=name,
        command=command_of(given) if short in SHELLS else "",
        files_read=paths if short in READERS else (),
        files_edited=patched or (paths if short in EDITORS else ()),
    )


def call_text(tool: ToolUse, arguments: Any) -> str:
    """Render a call as one line: its name and main input; a command is quoted exactly."""
    given = as_mapping(arguments)
    main = tool.command or ", ".join(tool.files_edited) or _main_input(given)
    if not main and not given and arguments:
        main = str(arguments)
    return f"{tool.name}: {main[:MAX_INPUT_CHARS] if not tool.command else main}" if main else tool.name


def result_origin(name: str) -> Origin:
    """Say where the words of a tool's result came from, when the result's own line names the tool."""
    short = _short(name, {})
    return Origin.WEB if short in WEB_TOOLS else Origin.FILE if short in READERS else Origin.TOOL


def as_mapping(arguments: Any) -> Mapping[str, Any]:
    """Return the input of a call as an object, or an empty one."""
    if isinstance(arguments, str) and arguments.lstrip().startswith("{"):
        try:
            arguments = json.loads(arguments)
        except (ValueError, RecursionError):
            return {}
    return arguments if isinstance(arguments, Mapping) else {}


def command_of(given: Mapping[str, Any]) -> str:
    """Return the command line of a shell call, without the `bash -lc` that some harnesses put before it."""
    value = next((given[name] for name in COMMAND_FIELDS if given.get(name)), "")
    if isinstance(value, list):
        words = [str(word) for word in value]
        wrapped = len(words) == SHELL_ARGV_LENGTH and words[1] in {"-c", "-lc"}
        return words[2] if wrapped else shlex.join(words)
    return value if isinstance(value, str) else ""


def _short(name: str, given: Mapping[str, Any]) -> str:
    """Return the tool's own name in lower case: the last part of `mcp__server__tool`, or the sub-command."""
    short = name.rsplit("__", 1)[-1].lower()
    return str(given.get("command", "")) if short in SUBCOMMAND_TOOLS else short


def _paths(given: Mapping[str, Any]) -> tuple[str, ...]:
    single = next((given[name] for name in PATH_FIELDS if isinstance(given.get(name), str)), "")
    many = given.get("paths") or given.get("file_paths") or []
    listed = [path for path in many if isinstance(path, str)] if isinstance(many, list) else []
    return tuple(dict.fromkeys(path for path in [single, *listed] if path))


def _main_input(given: Mapping[str, Any]) -> str:
    name = next((each for each in MAIN_FIELDS if isinstance(given.get(each), str) and given[each]), "")
    if not name:
        return json.dumps(given, ensure_ascii=False) if given else ""
    where = given.get("path") if name == "pattern" else None
    return f"{given[name]} in {where}" if isinstance(where, str) else str(given[name])


def _longest(given: Mapping[str, Any]) -> str:
    """Return the input that may hold a patch: `apply_patch` is also called through a shell."""
    candidates = [command_of(given), *(given.get(name) for name in ("input", "patch"))]
    return max((text for text in candidates if isinstance(text, str)), key=len, default="")
