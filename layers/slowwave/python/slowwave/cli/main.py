"""Entry point: the list of commands, and the one place where errors become sentences and exit codes."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

import slowwave
from slowwave.cli.lazy import LazyGroup, Table
from slowwave.cli.outlets import outlets
from slowwave.errors import InvalidInput, SlowwaveError

COMMANDS: Table = {
    "demo": ("slowwave.cli.demo", "Import the sample transcripts, consolidate them, and explain what is injected."),
    "agent": ("slowwave.cli.agent", "Create an agent, or show or change its policy."),
    "import": ("slowwave.cli.importing", "Read transcripts and documents into the raw layer."),
    "consolidate": ("slowwave.cli.consolidating", "Turn new records into notes, pages and a published injection set."),
    "inject": ("slowwave.cli.injecting", "Print the published memory block for an agent's prompt."),
    "explain": ("slowwave.cli.explaining", "Show why an item is believed: evidence, quotes and every revision."),
    "pending": ("slowwave.cli.curating", "List what waits for your decision, with what it contradicts."),
    "confirm": ("slowwave.cli.curating", "Say that an item is so."),
    "reject": ("slowwave.cli.curating", "Say that an item is wrong."),
    "forget": ("slowwave.cli.curating", "Take an item out of memory, from the next read on."),
    "pin": ("slowwave.cli.curating", "Keep an item for good."),
    "unpin": ("slowwave.cli.curating", "Let an item fade again."),
    "keep": ("slowwave.cli.curating", "Let an item fade more slowly."),
    "consolidate-note": ("slowwave.cli.curating", "Put an item on a page now."),
    "rollback": ("slowwave.cli.rolling_back", "Have an earlier set back, without what was forgotten since."),
    "erase": ("slowwave.cli.erasing", "Erase somebody's words everywhere, with a receipt."),
    "notes": ("slowwave.cli.listing", "List notes: candidate lessons and what became of them."),
    "pages": ("slowwave.cli.listing", "List knowledge pages, as a table or as their directory."),
    "runs": ("slowwave.cli.listing", "List consolidation runs with their accounts."),
    "run": ("slowwave.cli.run", "Show one run: what it read, what it changed and why, and what that cost."),
    "log": ("slowwave.cli.log", "Show who changed what, why and when."),
    "diff": ("slowwave.cli.diffing", "Show what another set shows, and why."),
    "verify": ("slowwave.cli.verifying", "Read everything again, and say whether it is as it was written."),
    "sets": ("slowwave.cli.listing", "List published injection sets."),
    "export": ("slowwave.cli.carrying", "Write agents to one file, complete, to keep or to take elsewhere."),
    "import-archive": ("slowwave.cli.carrying", "Bring agents in from a file that export wrote."),
    "replay": ("slowwave.cli.replaying", "Build memory again from what it was made of, and compare the two."),
    "evaluate": ("slowwave.cli.evaluating", "Measure what memory shows, against retrieval, with intervals."),
}
"""Each command, the module it is in (imported only when it is called), and what it is for."""

EXIT_WRONG_USE = 2
EXIT_FAILED = 1
EXIT_INTERRUPTED = 130


@click.group(
    cls=LazyGroup, table=COMMANDS, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(slowwave.__version__, prog_name="slowwave")
def cli() -> None:
    """Long-term memory for AI agents that consolidates while they are idle."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command and exit: 0 done, 1 failed, 2 wrong use, 130 interrupted.

    Output that cannot be written interrupts nothing: where the reader has gone it is dropped, and else said at the end.
    """
    with outlets() as lost:
        code = run(arguments)
        sys.stdout.flush()
        if lost.why:
            said = _fail(f"what it did is done, but {_unwritten(lost.why, 'the output')}", EXIT_FAILED)
            code = code or said
    sys.exit(code)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; errors are one sentence on standard error."""
    try:
        code = cli.main(args=arguments, prog_name="slowwave", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        return _fail(error.format_message(), EXIT_WRONG_USE)
    except click.ClickException as error:
        return _fail(_sentence(error), EXIT_WRONG_USE)
    except InvalidInput as error:
        return _fail(str(error), EXIT_WRONG_USE)
    except SlowwaveError as error:
        return _fail(str(error), EXIT_FAILED)
    except UnicodeEncodeError as error:
        if not _is_given(error.object[error.start : error.end], arguments):
            raise
        return _fail("an argument holds bytes that are no UTF-8 text; write it in UTF-8", EXIT_WRONG_USE)
    except (click.Abort, KeyboardInterrupt):
        return _fail("interrupted; what was reported as stored is stored, run the same command again", EXIT_INTERRUPTED)
    except OSError as error:
        return _fail(_unwritten(error, f"{error.filename!r}" if error.filename else "a file"), EXIT_FAILED)
    return code if isinstance(code, int) else 0


def _is_given(text: str, arguments: Sequence[str] | None) -> bool:
    """Whether an argument holds this text, which the system could not read as UTF-8."""
    return any(text in each for each in (sys.argv[1:] if arguments is None else arguments))


def _unwritten(error: OSError, what: str) -> str:
    """Say that the system refused something."""
    return f"{what} cannot be read or written: {error.strerror}; make room or name another place"


def _sentence(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "slowwave"
    message = " ".join(error.format_message().split()).rstrip(".")
    return f"{message}; see {command} --help"


def _fail(sentence: str, code: int) -> int:
    click.echo(sentence if code == EXIT_WRONG_USE and "\n" in sentence else f"slowwave: {sentence}", err=True)
    return code
