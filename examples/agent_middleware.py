"""An agent that remembers by itself: each request is recalled and stored by a middleware, without a tool.

    python examples/agent_middleware.py

The model is scripted, so that this runs without a key; any chat model of LangChain's may stand in its place. It
needs the extra `langchain`.
"""

from langchain.agents import create_agent
from langchain_core.messages import HumanMessage
from langchain_core.runnables import RunnableConfig
from scripted import Scripted

from clew import Memory
from clew.agents.recalling import ClewMiddleware


def main() -> None:
    """Two threads, with nothing but the memory between them."""
    model = Scripted(answers=["Congratulations!", "A nurse in Lisbon may like the river."])
    with Memory.local(space="middleware example") as memory:
        agent = create_agent(model, [], system_prompt="You help Ann.", middleware=[ClewMiddleware(memory)])
        requests = ("I have moved to Lisbon, where I work as a nurse.", "Where do I live, and what do I do?")
        for number, request in enumerate(requests):
            config: RunnableConfig = {"configurable": {"thread_id": f"chat {number}"}}
            said = agent.invoke({"messages": [HumanMessage(request)]}, config)
            print(said["messages"][-1].text)
        for message in model.asked[-1]:  # what the model was shown the second time
            message.pretty_print()


if __name__ == "__main__":
    main()
