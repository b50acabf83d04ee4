"""Chat models: a question in a prompt file, its answer in a pydantic model, behind LangChain's `BaseChatModel`.

Nothing heavy is imported before the first question; see docs/chains.md.
"""

from clew.llm.chain import Chain
from clew.llm.choice import ChatModel, chat_model, identity
from clew.llm.language_model import AnyModel, Inputs, LanguageModel, language_model, required
from clew.llm.prompt import Prompt, PromptFileError
from clew.llm.usage import Ledger, Usage

__all__ = [
    "AnyModel", "Chain", "ChatModel", "Inputs", "LanguageModel", "Ledger", "Prompt", "PromptFileError", "Usage",
    "chat_model", "identity", "language_model", "required",
]  # fmt: skip
