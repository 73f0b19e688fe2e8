"""Pictures of estimates: lines with interval bands and bars with error bars, labelled where they are rather than in a
legend, in colors that stay apart for color-blind eyes. The same figures give the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from slowwave.evaluation.results import Plot
from slowwave.evaluation.statistics import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#666666", "#8C6BB1")
"""Okabe and Ito's palette ("Color Universal Design", 2008) without its yellow, and two more."""
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
ACCENT, MUTED, INK, GRID = "#0072B2", "#B8BEC6", "#24292F", "#E3E6EA"
EMPHASIS = "slowwave"
"""Arms whose name starts so stand out among the bars."""

STYLE: dict[Any, Any] = {
    "svg.hashsalt": "slowwave",
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": GRID,
    "savefig.facecolor": "white",
}
DPI = 160
LABEL_GAP = 0.045
"""Least distance of two labels at the right edge, as a share of the height."""
PANELS_A_ROW = 3

Points = Sequence[tuple[float, Estimate]]


def lines(
    name: str, title: str, series: Mapping[str, Points], *, x_label: str, y_label: str, target: float | None = None
) -> Plot:
    """Draw one line a series with its interval as a band and its name at its end.

    Args:
        name: of the files, without an ending.
        target: value drawn as a dashed line across.
    """
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(8, 4.5), layout="constrained")
        axes = figure.add_subplot()
        for number, (label, points) in enumerate(series.items()):
            _line(axes, number, label, points)
        if target is not None:
            axes.axhline(target, color=INK, linestyle=(0, (4, 3)), linewidth=1)
            axes.annotate("target", (0, target), xycoords=("axes fraction", "data"), xytext=(3, 3),
                          textcoords="offset points", fontsize=8)  # fmt: skip
        axes.set_title(title, loc="left")
        axes.set_xlabel(x_label)
        axes.set_ylabel(y_label)
        axes.set_ylim(bottom=min(0.0, axes.get_ylim()[0]))
        axes.grid(axis="y")
        _end_labels(axes, series)
        return _drawn(figure, name, title)


def bars(name: str, title: str, groups: Mapping[str, Mapping[str, Estimate]], *, x_label: str) -> Plot:
    """Draw one panel a group and in it one bar a series, with its interval and its value; all panels share the scale.

    Args:
        groups: by what is measured (a metric, a category), then by series.
    """
    names = list(dict.fromkeys(label for group in groups.values() for label in group))
    columns = 2 if len(groups) == 4 else min(PANELS_A_ROW, len(groups))
    rows = -(-len(groups) // columns)
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(1.6 + 2.9 * columns, rows * (0.85 + 0.34 * len(names)) + 0.5), layout="constrained")
        grid = figure.subplots(rows, columns, squeeze=False, sharex=True, sharey=True).flatten()
        for axes, (label, group) in zip(grid, groups.items(), strict=False):
            _panel(axes, label, names, group)
        for axes in grid[len(groups) :]:
            axes.set_visible(False)
        ends = [each.high for group in groups.values() for each in group.values()]
        grid[0].set_xlim(min([0.0, *(each.low for group in groups.values() for each in group.values())]),
                         1.22 * max([*ends, 1e-9]))  # fmt: skip
        figure.suptitle(title, x=0.01, ha="left", fontweight="bold", fontsize=12)
        figure.supxlabel(x_label, fontsize=10)
        return _drawn(figure, name, title)


def _line(axes: Axes, number: int, label: str, points: Points) -> None:
    color = COLORS[number % len(COLORS)]
    xs = [x for x, _ in points]
    axes.fill_between(xs, [e.low for _, e in points], [e.high for _, e in points], color=color, alpha=0.15, lw=0)
    axes.plot(xs, [e.mean for _, e in points], color=color, marker=MARKERS[number % len(MARKERS)], ms=5,
              lw=2.4 if label.startswith(EMPHASIS) else 1.6)  # fmt: skip


def _end_labels(axes: Axes, series: Mapping[str, Points]) -> None:
    """Write each name beside the end of its line, moved apart where two would overlap."""
    low, high = axes.get_ylim()
    height = (high - low) or 1.0
    ends = sorted(
        ((points[-1][1].mean - low) / height, number, label)
        for number, (label, points) in enumerate(series.items())
        if points
    )
    floor = -1.0
    for place, number, label in ends:
        floor = max(place, floor + LABEL_GAP)
        axes.annotate(label, (1, floor), xycoords="axes fraction", xytext=(6, 0), textcoords="offset points",
                      va="center", color=COLORS[number % len(COLORS)], annotation_clip=False)  # fmt: skip


def _panel(axes: Axes, title: str, names: Sequence[str], group: Mapping[str, Estimate]) -> None:
    for place, label in enumerate(names):
        each = group.get(label)
        if each is None:
            continue
        emphasized = label.startswith(EMPHASIS)
        axes.barh(place, each.mean, height=0.72, color=ACCENT if emphasized else MUTED)
        axes.errorbar(each.mean, place, xerr=[[max(0.0, each.mean - each.low)], [max(0.0, each.high - each.mean)]],
                      color=INK, capsize=2.5, lw=1)  # fmt: skip
        axes.annotate(f"{each.mean:.2f}", (max(each.high, each.mean), place), xytext=(4, 0), va="center",
                      textcoords="offset points", fontsize=8.5, fontweight="bold" if emphasized else None)  # fmt: skip
    axes.set_title(title, loc="left")
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.xaxis.set_major_locator(MaxNLocator(5))
    axes.tick_params(axis="y", length=0)
    axes.tick_params(axis="x", labelbottom=True)
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x")


def _drawn(figure: Figure, name: str, caption: str) -> Plot:
    FigureCanvasAgg(figure)
    svg, png = BytesIO(), BytesIO()
    figure.savefig(svg, format="svg", metadata={"Date": None, "Creator": None})
    figure.savefig(png, format="png", dpi=DPI, metadata={"Software": None})
    return Plot(name, caption, svg.getvalue(), png.getvalue())
