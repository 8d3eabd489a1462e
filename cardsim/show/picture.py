"""A figure that notebooks display."""

from __future__ import annotations

import io

from matplotlib.figure import Figure


class Picture(Figure):
    """A matplotlib figure that a notebook displays as a picture.

    Notebooks display figures only once pyplot is imported, and nothing here imports it.
    """

    def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
        """Return the picture as PNG, and its size, one pixel for each point."""
        drawn = io.BytesIO()
        self.savefig(drawn, format="png")
        width, height = (round(72 * inches) for inches in self.get_size_inches())
        return drawn.getvalue(), {"width": width, "height": height}
