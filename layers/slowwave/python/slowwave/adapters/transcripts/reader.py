"""The one way in: find the format of a file and yield what its lines became."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from slowwave.adapters.transcripts.claude_code import read_claude_code
from slowwave.adapters.transcripts.codex import read_codex
from slowwave.adapters.transcripts.detect import Format, detect
from slowwave.adapters.transcripts.documents import read_document
from slowwave.adapters.transcripts.langgraph import read_langgraph
from slowwave.adapters.transcripts.openai import read_openai
from slowwave.adapters.transcripts.reads import Progress, Read, Source, Unit, Units
from slowwave.adapters.transcripts.record_jsonl import read_record_jsonl
from slowwave.adapters.transcripts.specstory import read_specstory
from slowwave.adapters.transcripts.swe_agent import read_swe_agent
from slowwave.errors import InvalidInput

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Mapping
    from datetime import datetime

    from slowwave.domain.scope import Scope

READERS: Final[Mapping[Format, Callable[[Path, Source], Units]]] = {
    Format.CLAUDE_CODE: read_claude_code,
    Format.CODEX: read_codex,
    Format.OPENAI: read_openai,
    Format.LANGGRAPH: read_langgraph,
    Format.SPECSTORY: read_specstory,
    Format.SWE_AGENT: read_swe_agent,
    Format.SLOWWAVE: read_record_jsonl,
    Format.DOCUMENT: read_document,
}


def read(
    path: str | os.PathLike[str],
    scope: Scope,
    file_format: Format | None = None,
    *,
    name: str | None = None,
    base_time: datetime | None = None,
    document_time: datetime | None = None,
    progress: Progress | None = None,
) -> Iterator[Read]:
    """Yield the records of a file, and a `Skipped` or `Failed` for every line that gave none.

    Args:
        path: the file; `claude-code`, `codex`, `slowwave`, line-wise `openai`, `specstory` and `document` files are
            streamed and may have any size, the others are loaded and limited to 64 MB.
        scope: whose records they are.
        file_format: the format, if it is not to be found out from the content.
        name: what to call the file in the session of a document; the file name by default.
        base_time: the time of what carries no time of its own.
        document_time: the time of a document that states none and for which no `base_time` is given.
        progress: called after each unit with the number of bytes read so far.

    Raises:
        InvalidInput: there is no such file, its format cannot be told, it is too large to load, or a time has no zone.
    """
    for unit in read_units(
        path, scope, file_format, name=name, base_time=base_time, document_time=document_time, progress=progress
    ):
        yield from unit.results


def read_units(
    path: str | os.PathLike[str],
    scope: Scope,
    file_format: Format | None = None,
    *,
    name: str | None = None,
    base_time: datetime | None = None,
    document_time: datetime | None = None,
    progress: Progress | None = None,
) -> Iterator[Unit]:
    """Yield the same, grouped by source line, message or section; takes and raises what `read` does."""
    file = Path(path)
    if not file.is_file():
        raise InvalidInput(f"no file {str(file)!r}")
    for time in (base_time, document_time):
        if time and time.utcoffset() is None:
            raise InvalidInput(f"time {time.isoformat()} has no zone; give an offset such as +00:00")
    source = Source(scope, name or file.name, file.stem, base_time, document_time)
    for unit in READERS[file_format or detect(file)](file, source):
        if progress:
            progress(unit.offset)
        yield unit
