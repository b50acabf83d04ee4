"""A support agent that knows a customer across tickets, and never another customer's.

    python examples/support_agent.py

The model is scripted, so that this runs without a key; any chat model of LangChain's may stand in its place. It
needs the extra `langchain`.
"""

from langchain.agents import create_agent
from langchain_core.messages import HumanMessage
from langchain_core.runnables import RunnableConfig
from scripted import Scripted

from clew import Fact, Filter, Memory
from clew.agents.recalling import ClewMiddleware


def handle(memory: Memory, ticket: str, request: str, answer: str) -> str:
    """Answer a request in a ticket, and return the memory that the model was shown."""
    model = Scripted(answers=[answer])
    agent = create_agent(model, system_prompt="You are the support desk.", middleware=[ClewMiddleware(memory)])
    config: RunnableConfig = {"configurable": {"thread_id": ticket}}
    agent.invoke({"messages": [HumanMessage(request)]}, config)
    return "\n".join(str(message.content) for message in model.asked[-1])


def main() -> None:
    """Two customers, a ticket each, and a week later one of them again."""
    with Memory.local(space="customer 17") as ann:
        ben = ann.for_space(f"{ann.space.name}, another")
        handle(ann, "ticket 1", "My router R7 restarts every night at two.", "Please update it to firmware 4.2.")
        handle(ben, "ticket 2", "My router R9 has no light at all.", "We send you a new one.")

        shown = handle(
            ann, "ticket 3", "The router restarts again. What did we try?", "Firmware 4.2. We send a new one."
        )
        print("shown:", "firmware 4.2" in shown, "shown of the other:", "R9" in shown)

        ann.remember_facts([Fact("The contract of this customer is Basic.")])
        basic = ann.facts().items[0]
        ann.remember_facts([Fact("The contract of this customer is Premium.", replaces=basic.id)])
        print([fact.text for fact in ann.facts().items])
        print([hit.text for hit in ann.recall("Which contract?", Filter(kinds=["fact"])).hits])
        gone = ben.forget(space=True, verify=True)
        print("left:", gone.proof.found if gone.proof else "unknown")


if __name__ == "__main__":
    main()
