"""Images for chat models that see: LangChain's content blocks, of a URL or of the data itself."""

import re
from base64 import b64decode
from typing import TYPE_CHECKING

from clew.errors import InvalidInput

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage

_DATA = re.compile(r"data:(?P<type>image/[\w.+-]+);base64,(?P<data>\S+)", re.ASCII)
_URL = re.compile(r"https?://\S+", re.IGNORECASE)
MAX_QUOTED_CHARACTERS = 60
"""Of what is no image, in the error about it."""

ImageBlock = dict[str, str | dict[str, str]]
"""One content block of a message."""


def image_block(image: str) -> ImageBlock:
    """Return an image as a content block of a message.

    Args:
        image: its URL, `https://…`, which the model's provider reads; or the image itself as a data URL in base64,
            `data:image/png;base64,…`.

    Raises:
        InvalidInput: it is neither.
    """
    if _URL.fullmatch(image):
        return {"type": "image", "url": image}
    if (found := _DATA.fullmatch(image)) and _is_base64(found["data"]):
        return {"type": "image", "base64": found["data"], "mime_type": found["type"]}
    shown = image if len(image) <= MAX_QUOTED_CHARACTERS else f"{image[:MAX_QUOTED_CHARACTERS]}…"
    raise InvalidInput(f"{shown!r} is no image; give a URL, https://…, or a data URL, data:image/png;base64,…")


def with_image(messages: "list[BaseMessage]", image: str) -> "list[BaseMessage]":
    """Return messages with an image after the text of the last one.

    Raises:
        InvalidInput: the image is none.
    """
    from langchain_core.messages import HumanMessage

    *others, question = messages
    return [*others, HumanMessage([{"type": "text", "text": str(question.text)}, image_block(image)])]


def _is_base64(data: str) -> bool:
    try:
        return bool(b64decode(data, validate=True))
    except ValueError:
        return False
