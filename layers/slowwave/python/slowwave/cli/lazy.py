"""A group whose commands are imported one at a time: what is not called costs nothing, and may even be missing."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

import click

Table = Mapping[str, tuple[str, str]]
"""Each command, the module whose `COMMANDS` has it, and what it is for."""


class LazyGroup(click.Group):
    """The commands of a table, in its order."""

    def __init__(self, *args: Any, table: Table, **options: Any) -> None:
        super().__init__(*args, **options)
        self._table = table

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._table:
            return None
        command: click.Command = importlib.import_module(self._table[cmd_name][0]).COMMANDS[cmd_name]
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, purpose) for name, (_, purpose) in self._table.items()])
