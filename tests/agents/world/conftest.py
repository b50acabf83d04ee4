"""What world tests share with those of memory."""

from tests.agents.memory.conftest import contents

__all__ = ["contents"]
