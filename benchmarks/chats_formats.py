"""Files of published benchmarks, written in the form that every script here reads (`chats_data.py`).

    python benchmarks/chats_formats.py longmemeval longmemeval_s.json out/longmemeval.json.xz
    python benchmarks/chats_formats.py realtalk REALTALK/data out/realtalk.json.xz

LongMemEval and FriendsQA (version 1.0) are files, and the others folders: BEAM's has a `chat.json` for each chat.
REALTALK has `Chat_*.json`, RealMem `*_dialogues_256k.json`, and LiHua-World its unpacked texts and `query_set.json`.
The one of PrecisionMemBench is `fixtures`. Questions without evidence are left out. LoCoMo's file is read as it is.
"""

import argparse
import json
import lzma
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

Given = dict[str, Any]
"""A conversation in the form of `chats_data.py`, or a part of it."""


def longmemeval(path: Path) -> Iterator[Given]:
    """Yield a conversation for each question; those that end in ``_abs`` have no answer and are left out."""
    for row in json.loads(path.read_text("utf-8")):
        sessions: dict[str, Given] = {}
        evidence: list[str] = []
        given = zip(row["haystack_session_ids"], row["haystack_dates"], row["haystack_sessions"], strict=True)
        for name, date, turns in given:
            at = datetime.strptime(date, "%Y/%m/%d (%a) %H:%M").replace(tzinfo=UTC)
            said = [_turn(f"{name}/{place}", each["role"], each["content"], at) for place, each in enumerate(turns)]
            sessions.setdefault(name, {"session": name, "turns": said})  # a history may have a session twice
            evidence += [f"{name}/{place}" for place, each in enumerate(turns) if each.get("has_answer")]
        if not row["question_id"].endswith("_abs"):
            asked = _question(row["question"], row["question_type"], row["answer"], evidence)
            yield {"name": row["question_id"], "sessions": list(sessions.values()), "questions": [asked]}


def beam(path: Path) -> Iterator[Given]:
    """Yield each chat; a batch is a session, and a message without a date has that of the one before."""
    for file in sorted(path.rglob("chat.json")):
        at, sessions = datetime(2024, 1, 1, tzinfo=UTC), list[Given]()
        for batch in json.loads(file.read_text("utf-8")):
            said: list[Given] = []
            for each in (message for pair in batch["turns"] for message in pair):
                if each.get("time_anchor"):
                    at = datetime.strptime(each["time_anchor"], "%B-%d-%Y").replace(tzinfo=UTC)
                text = re.sub(r"\s*->->\s*[\d,]+\s*$", "", each["content"])  # the place in the plan
                said.append(_turn(str(each["id"]), each["role"], text, at))
            sessions.append({"session": f"session_{batch['batch_number']}", "turns": said})
        probing = json.loads((file.parent / "probing_questions" / "probing_questions.json").read_text("utf-8"))
        answers = ("answer", "ideal_answer", "ideal_summary", "expected_compliance")
        questions = [
            _question(
                row["question"],
                category,
                next((row[name] for name in answers if name in row), ""),
                sorted(set(map(str, _numbers(row.get("source_chat_ids", []))))),
            )
            for category, rows in probing.items()
            for row in rows
        ]
        yield {"name": f"beam-{file.parent.name}", "sessions": sessions, "questions": questions}


def _numbers(ids: object) -> Iterator[int]:
    """Yield the ids of messages from lists and objects of lists, which name what each list says."""
    if isinstance(ids, int):
        yield ids
    elif isinstance(ids, (list, dict)):
        for each in ids.values() if isinstance(ids, dict) else ids:
            yield from _numbers(each)


def realtalk(path: Path) -> Iterator[Given]:
    """Yield each chat of two people."""
    categories = {1: "multi-hop", 2: "temporal", 3: "commonsense"}
    for file in sorted(path.glob("Chat_*.json")):
        chat = json.loads(file.read_text("utf-8"))
        numbers = sorted(int(found[1]) for found in map(re.compile(r"session_(\d+)").fullmatch, chat) if found)
        sessions = [
            {
                "session": f"session_{number}",
                "turns": [
                    _turn(
                        each["dia_id"],
                        each["speaker"],
                        each.get("clean_text", "").strip() or each.get("blip_caption", ""),
                        datetime.strptime(each["date_time"], "%d.%m.%Y, %H:%M:%S").replace(tzinfo=UTC),
                        each.get("blip_caption", ""),
                    )
                    for each in chat[f"session_{number}"]
                ],
            }
            for number in numbers
        ]
        questions = [
            _question(row["question"], categories[int(row["category"])], row["answer"], row.get("evidence", []))
            for row in chat["qa"]
        ]
        yield {"name": file.stem, "sessions": sessions, "questions": questions}


def lihua(path: Path) -> Iterator[Given]:
    """Yield the one year; a file is a session that its first line dates, and evidence names sessions."""
    sessions: list[Given] = []
    for file in sorted(path.rglob("*.txt"), key=lambda each: each.name):
        head, *lines = file.read_text("utf-8").strip().splitlines()
        name = head.removeprefix("Time:").strip()
        at, said = datetime.strptime(name, "%Y%m%d_%H:%M").replace(tzinfo=UTC), list[Given]()
        for line in filter(None, map(str.strip, lines)):
            if found := re.match(r"([^\s:][^:]{0,40}):\s*(.+)", line):
                speaker = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", found[1])
                said.append(_turn(f"{name}/{len(said)}", speaker, found[2], at))
            elif said:
                said[-1]["text"] += f"\n{line}"
        sessions.append({"session": name, "turns": said})
    (file,) = path.rglob("query_set.json")
    questions = [
        _question(row["question"], row["type"], row["answer"], row["evidence"].split("<and>"), is_of_sessions=True)
        for row in json.loads(file.read_text("utf-8")).values()
        if row["type"] != "Null"
    ]
    yield {"name": "lihua", "sessions": sessions, "questions": questions}


def realmem(path: Path) -> Iterator[Given]:
    """Yield each person's sessions; a request is asked before its session, and its reply names what it rests on."""
    for file in sorted(path.glob("*_dialogues_256k.json")):
        sessions, questions = list[Given](), list[Given]()
        for row in json.loads(file.read_text("utf-8"))["dialogues"]:
            earlier = {each["session"] for each in sessions}
            at, name = datetime.strptime(row["current_time"][:10], "%Y-%m-%d").replace(tzinfo=UTC), row["session_uuid"]
            said, turns = row["dialogue_turns"], list[Given]()
            for place, each in enumerate(said):
                turns.append(_turn(f"{name}/{place}", each["speaker"].lower(), each["content"], at))
                reply = said[place + 1] if place + 1 < len(said) else {}
                evidence = sorted(earlier.intersection(reply.get("memory_session_uuids") or ()))
                if each.get("is_query") and evidence:
                    kind = re.sub(r"_\d+$", "", row["session_identifier"].partition(":")[0])
                    asked = _question(each["content"], kind, reply["content"], evidence, is_of_sessions=True)
                    questions.append({**asked, "before": name})
            sessions.append({"session": name, "turns": turns})
        yield {"name": file.name.partition("_dialogues")[0], "sessions": sessions, "questions": questions}


def friendsqa(path: Path) -> Iterator[Given]:
    """Yield one conversation of all scenes; a scene is a session, with a day of its own that is made up."""
    sessions, questions = list[Given](), list[Given]()
    scenes = sorted(json.loads(path.read_text("utf-8"))["data"], key=lambda scene: scene["title"])
    for number, scene in enumerate(scenes):
        title, (told,) = scene["title"], scene["paragraphs"]
        at = datetime(2024, 1, 1, tzinfo=UTC) + timedelta(days=number)
        said = [
            _turn(f"{title}/{each['uid']}", ", ".join(each["speakers"]), each["utterance"], at)
            for each in told["utterances:"]  # so the file spells it
        ]
        sessions.append({"session": title, "turns": said})
        for row in told["qas"]:
            answers = [f"{title}/{each['utterance_id']}" for each in row["answers"]]
            kind = row["id"].removeprefix(f"{title}_").partition("_")[0]
            questions.append(_question(row["question"], kind, row["answers"][0]["answer_text"], sorted(set(answers))))
    yield {"name": "friends", "sessions": sessions, "questions": questions}


def precisionmembench(path: Path) -> Iterator[Given]:
    """Yield a conversation for each scope that is asked about: its beliefs, each a session, and the universal ones.

    Evidence are the beliefs that alone may come. Only their recall is measured here, not that nothing else comes.
    """
    beliefs = json.loads((path / "beliefs.seed.json").read_text("utf-8"))
    asked: dict[tuple[str, ...], list[Given]] = {}
    for case in json.loads((path / "retrieval.cases.json").read_text("utf-8")):
        evidence = case["expect"].get("relevantBeliefs", {}).get("shouldOnlyInclude", [])
        question = _question(case["query"], case["category"], "", evidence)
        asked.setdefault(tuple(sorted(case["scope"])), []).append(question)
    for scope, questions in asked.items():
        sessions: list[Given] = []
        for each in beliefs:
            if each["user_id"] == "test-user" and {*scope, "user:universal"}.intersection(each["scope"]):
                names = ", ".join([each["canonical_name"], *each["aliases"]])
                at = datetime.fromisoformat(each["created_at"])
                said = [_turn(each["_id"], "user", f"{each['content']} ({names})", at)]
                sessions.append({"session": each["_id"], "turns": said})
        yield {"name": "-".join(scope).replace("domain:", ""), "sessions": sessions, "questions": questions}


def _turn(id: str, speaker: str, text: str, at: datetime, caption: str = "") -> Given:
    return {"id": id, "speaker": speaker, "text": text, "at": at.isoformat(), "caption": caption}


def _question(
    text: str, category: str, answer: object, evidence: Iterable[str], *, is_of_sessions: bool = False
) -> Given:
    named = {"evidence_sessions" if is_of_sessions else "evidence": list(evidence)}
    return {"question": text, "category": category, "answer": str(answer), **named}


FORMATS: Mapping[str, Callable[[Path], Iterator[Given]]] = {
    each.__name__: each for each in (longmemeval, beam, realtalk, lihua, realmem, friendsqa, precisionmembench)
}


def write(name: str, path: Path, out: Path) -> None:
    """Write the turns with text and the questions with evidence, packed where the file's name ends in ``.xz``."""
    found = list(FORMATS[name](path))
    for each in found:
        for session in each["sessions"]:
            session["turns"] = [turn for turn in session["turns"] if turn["text"].strip()]
        each["questions"] = [row for row in each["questions"] if row.get("evidence") or row.get("evidence_sessions")]
    found = [each for each in found if each["questions"]]
    if not found:
        raise ValueError("it has no question with evidence")
    text = json.dumps({"conversations": found}, ensure_ascii=False).encode()
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(lzma.compress(text) if out.suffix == ".xz" else text)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("name", choices=FORMATS)
    parser.add_argument("path", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    try:
        write(options.name, options.path, options.out)
    except (OSError, ValueError, KeyError, TypeError) as error:
        sys.exit(f"{options.path} cannot be read as {options.name}: {type(error).__name__}: {error}")
