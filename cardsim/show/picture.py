"""A figure that a notebook shows by itself."""

from __future__ import annotations

import io

from matplotlib.figure import Figure


class Picture(Figure):
    """A matplotlib figure that is a picture in a notebook.

    A kernel learns to show figures when pyplot is imported, and nothing here imports it.
    """

    def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
        """The picture, and how large it is to be shown: one point of it is one pixel."""
        drawn = io.BytesIO()
        self.savefig(drawn, format="png")
        width, height = (round(72 * inches) for inches in self.get_size_inches())
        return drawn.getvalue(), {"width": width, "height": height}
