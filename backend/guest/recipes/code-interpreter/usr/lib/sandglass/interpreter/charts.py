# SPDX-License-Identifier: GPL-3.0-or-later
"""Matplotlib's figures as data. Works on what the axes say about themselves; loaded inside of the kernel."""

import datetime
import math


def plain(value):
    """A number, text or time as JSON has it."""
    item = getattr(value, "item", None)
    if callable(item):
        value = item()
    if isinstance(value, (datetime.date, datetime.datetime)):
        return value.isoformat()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, (int, float, str, bool)) or value is None:
        return value
    return str(value)


def split_unit(label):
    """'Time (s)' is a label and a unit."""
    label = label or ""
    if label.endswith(")") and "(" in label:
        head, _, unit = label[:-1].rpartition("(")
        if head.strip():
            return head.strip(), unit.strip() or None
    return label or None, None


def axis(axes, name):
    """Label, unit, ticks and scale of the x or the y axis."""
    label, unit = split_unit(getattr(axes, f"get_{name}label")())
    scale = getattr(axes, f"get_{name}scale")()
    labels = [tick.get_text() for tick in getattr(axes, f"get_{name}ticklabels")()]
    one = getattr(axes, f"{name}axis")
    converter = type(getattr(one, "converter", None)).__name__.lower()
    if "date" in converter:
        scale = "datetime"
    elif "category" in converter or "strcategory" in converter:
        scale = "categorical"
    return {
        f"{name}_label": label,
        f"{name}_unit": unit,
        f"{name}_ticks": [plain(tick) for tick in getattr(axes, f"get_{name}ticks")()],
        f"{name}_tick_labels": labels,
        f"{name}_scale": scale,
    }


def is_reference(line, axes):
    """A line across the whole plot (axhline, axvline) belongs to no data."""
    return line.get_transform() != axes.transData


def line_points(line):
    return [[plain(x), plain(y)] for x, y in zip(line.get_xdata(), line.get_ydata())]


def lines(axes):
    return [
        {"label": str(line.get_label()), "points": line_points(line)}
        for line in axes.get_lines()
        if not is_reference(line, axes) and len(line.get_xdata()) > 0
    ]


def scatters(axes):
    found = []
    for collection in axes.collections:
        if type(collection).__name__ != "PathCollection":
            continue
        points = [[plain(x), plain(y)] for x, y in collection.get_offsets()]
        if points:
            found.append({"label": str(collection.get_label()), "points": points})
    return found


def nearest_label(names, ticks, place):
    """The text of the tick that a bar stands on."""
    if not names or not ticks:
        return plain(place)
    at = min(range(len(ticks)), key=lambda i: abs(float(ticks[i]) - place))
    return names[at] if at < len(names) and names[at] else plain(place)


def bars(axes):
    found = []
    for container in axes.containers:
        if type(container).__name__ != "BarContainer":
            continue
        upright = getattr(container, "orientation", "vertical") != "horizontal"
        ticks = list(axes.get_xticks() if upright else axes.get_yticks())
        texts = axes.get_xticklabels() if upright else axes.get_yticklabels()
        names = [tick.get_text() for tick in texts]
        for patch in container.patches:
            place = patch.get_x() + patch.get_width() / 2 if upright else patch.get_y() + patch.get_height() / 2
            found.append(
                {
                    "label": str(nearest_label(names, ticks, place)),
                    "group": str(container.get_label()),
                    "value": plain(patch.get_height() if upright else patch.get_width()),
                }
            )
    return found


def wedges(axes):
    patches = [patch for patch in axes.patches if type(patch).__name__ == "Wedge"]
    texts = [text.get_text() for text in axes.texts]
    step = len(texts) // len(patches) if patches else 1
    return [
        {
            "label": texts[i * step] if step and i * step < len(texts) else str(patch.get_label()),
            "angle": plain(patch.theta2 - patch.theta1),
            "radius": plain(patch.r),
        }
        for i, patch in enumerate(patches)
    ]


def boxes(axes):
    """Box plots leave five lines and a body each; their artists were kept when they were drawn."""
    found = []
    for index, parts in enumerate(getattr(axes, "_sandglass_boxes", [])):
        names = [tick.get_text() for tick in axes.get_xticklabels()]
        found.append({"label": names[index] if index < len(names) else str(index + 1), **parts})
    return found


def axes_chart(axes):
    kinds = (
        ("box_and_whisker", boxes),
        ("pie", wedges),
        ("bar", bars),
        ("scatter", scatters),
        ("line", lines),
    )
    chart = {"type": "unknown", "title": axes.get_title() or None, "elements": []}
    for name, read in kinds:
        elements = read(axes)
        if elements:
            chart.update(type=name, elements=elements)
            break
    if chart["type"] not in ("pie", "unknown"):
        chart.update(axis(axes, "x"))
        chart.update(axis(axes, "y"))
    return chart


def figure_chart(figure):
    """One chart, or a superchart of several."""
    charts = [axes_chart(axes) for axes in figure.axes]
    if not charts:
        return None
    if len(charts) == 1:
        return charts[0]
    title = figure._suptitle.get_text() if getattr(figure, "_suptitle", None) else None
    return {"type": "superchart", "title": title, "elements": charts}


def remember_boxes(module):
    """Statistics of box plots are known only while they are drawn."""
    drawn = module.Axes.bxp

    def bxp(self, bxpstats, *arguments, **options):
        kept = getattr(self, "_sandglass_boxes", [])
        for stats in bxpstats:
            kept.append(
                {
                    "min": plain(stats["whislo"]),
                    "first_quartile": plain(stats["q1"]),
                    "median": plain(stats["med"]),
                    "third_quartile": plain(stats["q3"]),
                    "max": plain(stats["whishi"]),
                    "outliers": [plain(value) for value in stats.get("fliers", [])],
                }
            )
        self._sandglass_boxes = kept
        return drawn(self, bxpstats, *arguments, **options)

    module.Axes.bxp = bxp
