"""What world tests share with those of memory."""

from tests.api.memory.conftest import contents

__all__ = ["contents"]
