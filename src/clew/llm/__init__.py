"""Chat models: a question in a prompt file, its answer in a pydantic model, behind LangChain's `BaseChatModel`.

    from clew.llm import Chain, LanguageModel, Prompt, chat_model

    class Facts(BaseModel):
        facts: list[str]

    model = LanguageModel(ChatOpenAI(model="gpt-4o-mini", temperature=0))
    answer = model.ask(Chain("facts", Prompt.load("clew.loaders", "facts"), Facts), chunk="Ann: I moved to Oslo.")
    model.usage.total.tokens

Nothing heavy is imported before the first question.
"""

from clew.llm.chain import Chain
from clew.llm.choice import ChatModel, chat_model, identity
from clew.llm.language_model import Inputs, LanguageModel, required
from clew.llm.prompt import Prompt, PromptFileError
from clew.llm.usage import Usage

__all__ = [
    "Chain",
    "ChatModel",
    "Inputs",
    "LanguageModel",
    "Prompt",
    "PromptFileError",
    "Usage",
    "chat_model",
    "identity",
    "required",
]
