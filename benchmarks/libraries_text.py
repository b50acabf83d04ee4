"""Our reading of text beside libraries: dates, sentences, pages, plurals, answers of models; see `libraries.py`."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any

from candidates import GIVEN_UP, cases, installed, outcome, seconds

LABELS = Path(__file__).with_name("dated_sentences.json")
Span = tuple[datetime, datetime]


def measure_dates(locomo: Path | None) -> None:
    """Sentences of the tests, and of LoCoMo as a person dated them; a date is right where it lies in the interval.

    Our reader gives intervals; a library gives an instant, which counts where it lies anywhere in the interval.
    """
    on_monday = "loaders.language.test_date_mentions"
    monday = import_module(f"tests.{on_monday}").MONDAY
    dated = [
        (f"So, {expression} it rained.", monday, [(day(first), day(last) + timedelta(days=1))])
        for expression, first, last, _ in cases(on_monday, "test_relative_dates_on_a_monday")
    ]
    dated += [(text, monday, []) for text in cases(on_monday, "test_what_is_no_date")]
    sets = {"tests": dated} | ({"LoCoMo": list(labelled(locomo))} if locomo else {})
    candidates = {"ours": our_dates, "dateparser": dateparser, "parsedatetime": parsedatetime, "timefhuman": timefhuman}
    for name, read in installed(candidates):
        for label, sentences in sets.items():
            began = perf_counter()
            found: list[Any] = [outcome(partial(read, text, at)) for text, at, _ in sentences]
            spent = 1000 * (perf_counter() - began) / len(sentences)
            failed = sum(isinstance(each, str) for each in found)
            given = [[] if isinstance(each, str) else each for each in found]
            result = compared([each[2] for each in sentences], given)
            print(f"  {name}, {label}: {result}, {failed} failed, {spent:.2f} ms a sentence")


def day(text: str) -> datetime:
    """A day's first instant."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def labelled(locomo: Path) -> Iterator[tuple[str, datetime, list[Span]]]:
    """Sentences of LoCoMo's first four conversations, when each was said, and the intervals that it names."""
    split = import_module("clew.loaders.language.sentences").sentences
    talks = {entry["sample_id"]: entry["conversation"] for entry in json.loads(locomo.read_text("utf-8"))}
    for id_, spans in json.loads(LABELS.read_text("utf-8")):
        talk, turn, number = id_.split("/")
        session = f"session_{turn[1:].partition(':')[0]}"
        text = next(each["text"] for each in talks[talk][session] if each["dia_id"] == turn)
        at = datetime.strptime(talks[talk][f"{session}_date_time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
        yield split(text)[int(number)], at, [(day(since), day(until)) for since, until in spans]


def compared(wanted: Sequence[Sequence[Span]], found: Sequence[Sequence[Span]]) -> str:
    """How many dates are right, in the wrong place, missed, and none at all."""
    right = wrong = missed = false = 0
    for spans, given in zip(wanted, found, strict=True):
        left = list(given)
        for since, until in spans:
            week = timedelta(days=7 if (until - since).days == 7 else 0)  # a week ago is last week too
            hit = next((each for each in left if since <= each[0] < until + week and each[1] <= until + week), None)
            right += hit is not None
            wrong += hit is None and bool(left)
            missed += hit is None and not left
            if left:
                left.remove(hit or left[0])
        false += len(left)
    return f"{right} of {sum(map(len, wanted))} right, {wrong} wrong, {missed} missed, {false} where there is none"


def our_dates() -> Callable[[str, datetime], list[Span]]:
    """The product's reader."""
    moments = import_module("clew.loaders.language.date_mentions").moments
    return lambda text, at: [(each.since, each.until) for each in moments(text, at)]


def dateparser() -> Callable[[str, datetime], list[Span]]:
    """dateparser, with the past preferred."""
    search = import_module("dateparser.search").search_dates
    options = {"PREFER_DATES_FROM": "past", "TIMEZONE": "UTC", "RETURN_AS_TIMEZONE_AWARE": True}

    def read(text: str, at: datetime) -> list[Span]:
        settings = options | {"RELATIVE_BASE": at.replace(tzinfo=None)}
        return [(found, found) for _, found in search(text, languages=["en"], settings=settings) or []]

    return read


def parsedatetime() -> Callable[[str, datetime], list[Span]]:
    """Return the search of parsedatetime."""
    calendar = import_module("parsedatetime").Calendar()

    def read(text: str, at: datetime) -> list[Span]:
        found = calendar.nlp(text, at.replace(tzinfo=None)) or []
        return [(each[0].replace(tzinfo=UTC), each[0].replace(tzinfo=UTC)) for each in found]

    return read


def timefhuman() -> Callable[[str, datetime], list[Span]]:
    """timefhuman, with the ends of what it gives as ranges."""
    library = import_module("timefhuman")

    def read(text: str, at: datetime) -> list[Span]:
        config = library.tfhConfig(now=at.replace(tzinfo=None), return_matched_text=True)
        given = [each[2] for each in library.timefhuman(text, config)]
        ends = [
            [day(str(end)[:10]) for end in (each if isinstance(each, tuple | list) else [each]) if hasattr(end, "year")]
            for each in given
        ]
        return [(min(each), max(each)) for each in ends if each]

    return read


def measure_sentences(locomo: Path | None) -> None:
    """The tests' texts, time for a chat turn of three sentences, hostile texts of 200,000 characters, and LoCoMo."""

    def of_pysbd() -> Any:  # noqa: ANN401
        return import_module("pysbd").Segmenter(language="en", clean=False).segment

    def of_sentencex() -> Any:  # noqa: ANN401
        return partial(import_module("sentencex").segment, "en")

    def of_syntok() -> Any:  # noqa: ANN401
        process = import_module("syntok.segmenter").process
        return lambda text: [
            text[tokens[0].offset : tokens[-1].offset + len(tokens[-1].value)]
            for paragraph in process(text)
            for tokens in map(list, paragraph)
        ]

    def ours() -> Any:  # noqa: ANN401
        return import_module("clew.loaders.language.sentences").sentences

    texts = cases("loaders.knowledge.test_rule_extraction", "test_sentences_of_chat_text")
    chat = "Hey Bo! Yesterday I ran 5 km with my brother, and next month we go to Porto. How are you?"
    candidates = {"ours": ours, "pysbd": of_pysbd, "sentencex": of_sentencex, "syntok": of_syntok}
    for name, cut in installed(candidates):
        right = sum([part.strip() for part in cut(text) if part.strip()] == wanted for text, wanted in texts)
        spent = seconds(lambda cut=cut: [cut(chat) for _ in range(1000)]) * 1000
        slow = max(
            seconds(lambda cut=cut, piece=piece: cut(piece * (200_000 // len(piece)))) for piece in (". ", "Mr. ", "a ")
        )
        print(f"  {name}: {right} of {len(texts)}, {spent:.0f} us, slowest hostile {slow:.1f} s")
        if locomo:
            said = list(turns(locomo))
            other = sum([part.strip() for part in cut(text) if part.strip()] != ours()(text) for text in said)
            print(f"    {other} of {len(said)} turns of LoCoMo are cut otherwise than by ours")


def turns(locomo: Path) -> Iterator[str]:
    """The turns of one line each in LoCoMo's first four conversations."""
    for sample in json.loads(locomo.read_text("utf-8"))[:4]:
        for name, said in sample["conversation"].items():
            if re.fullmatch(r"session_\d+", name):
                yield from (each["text"].strip() for each in said if "\n" not in each["text"].strip())


def measure_html() -> None:
    """The words of the tests' pages, whatever lies between them, and hostile pages."""
    tests = "loaders.sources.test_readers"
    pages = list(cases(tests, "test_html_as_it_is_found_in_the_wild"))
    hostile = cases(tests, "test_a_hostile_page_is_read_in_time")

    def ours() -> Any:  # noqa: ANN401
        soup = import_module("bs4").BeautifulSoup
        tidy = import_module("clew.loaders.sources.readers.markup").tidy
        page_text = import_module("clew.loaders.sources.readers.page_text").page_text
        return lambda html: page_text(soup(tidy(html, "page"), "html.parser"))

    def of_resiliparse() -> Any:  # noqa: ANN401
        extract = import_module("resiliparse.extract.html2text").extract_plain_text
        return lambda html: extract(html, main_content=False, alt_texts=True)

    candidates = {
        "ours": ours,
        "inscriptis": lambda: import_module("inscriptis").get_text,
        "trafilatura": lambda: lambda html: import_module("trafilatura").extract(html, favor_recall=True) or "",
        "resiliparse": of_resiliparse,
        "markdownify": lambda: import_module("markdownify").markdownify,
    }
    for name, read in installed(candidates):
        right = sum(
            re.findall(r"[^\s|]+", str(outcome(partial(read, html)))) == re.findall(r"[^\s|]+", text)
            for html, text in pages
        )
        times = [seconds(lambda read=read, html=html: read(f"{html}<p>words")) for html in hostile]
        given_up = sum(each == GIVEN_UP for each in times)
        print(f"  {name}: {right} of {len(pages)} pages, {given_up} of {len(hostile)} hostile ones given up")


PLURALS = (
    "cats dogs boxes churches babies cities ties pies movies cookies children men women mice feet teeth geese knives "
    "wolves shelves heroes potatoes tomatoes photos buses viruses bonuses classes dishes quizzes horses houses"
    " courses keys"
)
SINGULARS = (
    "cat dog box church baby city tie pie movie cookie child man woman mouse foot tooth goose knife "
    "wolf shelf hero potato tomato photo bus virus bonus class dish quiz horse house course key"
)
NO_PLURALS = (
    "bus glass gas lens news series species physics tennis analysis crisis virus james paris texas chris atlas canvas "
    "christmas always business princess status focus campus lotus venus arkansas dallas memphis chess jones"
    " athens thomas"
)


def measure_plurals() -> None:
    """Plurals made singular, and words that are none left alone."""
    pairs = list(zip(PLURALS.split(), SINGULARS.split(), strict=True)) + [(word, word) for word in NO_PLURALS.split()]

    def inflect() -> Any:  # noqa: ANN401
        engine = import_module("inflect").engine()
        return lambda word: engine.singular_noun(word) or word

    for name, fold in installed({"ours": lambda: import_module("clew.text.names").normalise, "inflect": inflect}):
        spent = seconds(lambda fold=fold: [fold(word) for word, _ in pairs]) / len(pairs)
        wrong = [word for word, singular in pairs if fold(word) != singular]
        print(f"  {name}: {len(pairs) - len(wrong)} of {len(pairs)}, {1e6 * spent:.0f} us; wrong: {' '.join(wrong)}")


def measure_answers() -> None:
    """Answers of language models: those that our tests read, and those that must not be completed or guessed."""
    module = import_module("tests.llm.test_llm")
    answer = import_module("clew.llm.answer")
    said = cases("core.test_llm", "TestAnswer", "test_its_form_is_tolerated")
    broken = [
        each
        for each, _ in cases("core.test_llm", "TestAnswer", "test_what_it_says_is_not_guessed")
        if isinstance(each, str)
    ]
    from langchain_core.messages import AIMessage

    def checked(parse: Callable[[str], object], text: str) -> bool:
        try:
            return bool(answer.read(AIMessage(""), parse(text), module.Facts).facts)
        except (ValueError, RecursionError):
            return False

    candidates = {
        "langchain's parse_json_markdown": lambda: import_module("langchain_core.utils.json").parse_json_markdown,
        "json-repair": lambda: import_module("json_repair").loads,
    }
    ours = sum(module.ask(text)[2].usage.total.re_asks == 0 for text in said)
    print(f"  ours: {ours} of {len(said)} read, 0 of {len(broken)} broken ones taken (the tests say so)")
    for name, parse in installed(candidates):
        read, taken = (sum(checked(parse, text) for text in texts) for texts in (said, broken))
        print(f"  {name}: {read} of {len(said)} read, {taken} of {len(broken)} broken ones taken")
