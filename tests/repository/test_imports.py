"""What is imported for nothing: a process that recalls has no use for language models, nor a command for both."""

import subprocess
import sys

import pytest

UNUSED = {
    "clew.api.memory": (
        *("langchain_core", "langchain_openai", "langsmith", "openai", "tenacity", "onnxruntime", "tokenizers"),
        *("requests", "httpx", "httpx2", "rich", "typer", "scipy", "networkx", "langgraph", "langchain"),
    ),
    "clew.interfaces.cli.main": ("neo4j", "numpy", "pydantic", "langchain_core", "clew.api.memory"),
    "clew.embedding": ("numpy", "langchain_core", "onnxruntime", "tokenizers", "openai", "torch"),
    "clew.llm": ("langchain_core", "openai", "langsmith"),
    "clew.agents.chains": ("langchain_openai", "openai", "langchain", "langgraph", "onnxruntime", "rich"),
}
"""By what is imported, what that must not import."""


@pytest.mark.parametrize("name", UNUSED)
def test_an_import_loads_nothing_that_it_has_no_use_for(name: str) -> None:
    code = f"import sys, {name}; print(*({{*{UNUSED[name]!r}}} & {{*sys.modules}}))"
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == []
