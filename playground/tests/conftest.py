"""What the library's tests share: a server and an encoder for the whole session, a space for each test."""

from tests.conftest import (
    data_home,
    encoder,
    graph,
    jar_cache,
    memory,
    module_memory,
    open_memory,
    open_module_memory,
    pytest_collection_modifyitems,
    server,
)

__all__ = [
    "data_home",
    "encoder",
    "graph",
    "jar_cache",
    "memory",
    "module_memory",
    "open_memory",
    "open_module_memory",
    "pytest_collection_modifyitems",
    "server",
]
