"""The templates of this folder's pages, which share the walk through numbered steps (`stepper.*`)."""

from importlib.resources import files

from clew.interfaces.pages.template import fill


def stepped(name: str, data: object, written: str) -> str:
    """Return the page of a folder of that name; see `clew.interfaces.pages.template.fill`."""
    folder = files("clew_playground.pages")
    return fill(folder / name / f"{name}.html", data, written, parts=folder)
