"""Chat models: a question in a prompt file, its answer in a pydantic model, behind LangChain's `BaseChatModel`.

Nothing heavy is imported before the first question; see docs/chains.md.
"""

from clew.llm.chain import Chain
from clew.llm.choice import ChatModel, chat_model, identity
from clew.llm.language_model import Inputs, LanguageModel, required
from clew.llm.prompt import Prompt, PromptFileError
from clew.llm.usage import Usage

__all__ = [
    "Chain", "ChatModel", "Inputs", "LanguageModel", "Prompt", "PromptFileError", "Usage", "chat_model", "identity",
    "required",
]  # fmt: skip
