"""Chat models: a question in a prompt file, its answer in a pydantic model, behind LangChain's `BaseChatModel`.

    from clew.llm import Chain, LanguageModel, Prompt, chat_model

    class Facts(BaseModel):
        facts: list[str]

    model = LanguageModel(ChatOpenAI(model="gpt-4o-mini", temperature=0))
    answer = model.ask(Chain("facts", Prompt.load("clew.loaders", "facts"), Facts), chunk="Ann: I moved to Oslo.")
    model.usage.total.tokens

Nothing heavy is imported before the first question.
"""

from clew.llm.chain import Answer, Chain, Inputs, Operation, TextChain, TextOperation
from clew.llm.choice import chat_model, identity
from clew.llm.language_model import ChatModel, LanguageModel, required
from clew.llm.prompt import Prompt, PromptFileError
from clew.llm.usage import Account, Usage

__all__ = [
    "Account",
    "Answer",
    "Chain",
    "ChatModel",
    "Inputs",
    "LanguageModel",
    "Operation",
    "Prompt",
    "PromptFileError",
    "TextChain",
    "TextOperation",
    "Usage",
    "chat_model",
    "identity",
    "required",
]
