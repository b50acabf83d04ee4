"""A web service with a memory for each of its users: FastAPI, one connection, answers that stream.

    pip install fastapi uvicorn
    CLEW_MODEL=openai:gpt-4o-mini OPENAI_API_KEY=... uvicorn --app-dir examples web_service:app

    curl localhost:8000/users/ann/turns --json '{"text": "I moved to Lisbon.", "session": "monday"}'
    curl 'localhost:8000/users/ann/answer?question=Where+do+I+live'

Here the address names the user. A real service takes the user from its login.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

from fastapi import Depends, FastAPI, HTTPException, Request
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import BaseModel

from clew import AsyncMemory, Settings
from clew.errors import ClewError, DatabaseError, NotFound


class Said(BaseModel):
    """Something that a user says."""

    text: str
    session: str


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Open memory once for all requests."""
    async with await AsyncMemory.from_settings(Settings.from_env()) as app.state.memory:
        yield


app = FastAPI(lifespan=lifespan)


async def memory_of(user: str, request: Request) -> AsyncMemory:
    """Return the user's own memory, which shares the connection."""
    return await request.app.state.memory.for_space(user)


Own = Annotated[AsyncMemory, Depends(memory_of)]


@app.post("/users/{user}/turns")
async def say(user: str, said: Said, memory: Own) -> str:
    """Keep what the user says, and return its id."""
    return await memory.add(said.text, session=said.session, speaker=user)


@app.get("/users/{user}/memories")
async def memories(query: str, memory: Own) -> list[str]:
    """Return what is remembered of a query."""
    return [hit.text for hit in (await memory.recall(query, limit=10)).hits]


@app.get("/users/{user}/answer")
async def answer(question: str, memory: Own) -> StreamingResponse:
    """Stream an answer from memory; a client that goes away stops the model."""
    if memory.model is None:
        raise HTTPException(501, "this service has no language model; set CLEW_MODEL")
    return StreamingResponse(memory.stream(question), media_type="text/plain")


@app.delete("/users/{user}")
async def forget(memory: Own) -> int:
    """Forget all of the user, and return how many memories went."""
    return len((await memory.forget(space=True)).ids)


@app.exception_handler(ClewError)
async def failed(_: Request, error: ClewError) -> JSONResponse:
    """Say what is wrong: what is not there, a server that is down, or the request itself."""
    status = 404 if isinstance(error, NotFound) else 503 if isinstance(error, DatabaseError) else 422
    return JSONResponse({"detail": str(error)}, status)
