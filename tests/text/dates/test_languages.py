"""Days that statements and questions name in German, French, Spanish and Italian."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.text.dates import dates_asked, dates_in
from clew.text.dates.languages import LANGUAGES, days_in

MONDAY = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Gestern hat mir jemand den Spiegel abgefahren.", "2023-05-07"),
        ("Vorgestern war ich beim Arzt, es ist alles gut.", "2023-05-06"),
        ("Ich war vor drei Tagen bei ihr und habe es gesagt.", "2023-05-05"),
        ("Am Samstag waren wir im Wald.", "2023-05-06"),
        ("Freitagabend hab ich beim Spiel verloren.", "2023-05-05"),
        ("Letzten Mittwoch kam sie mit dem Zug zu uns.", "2023-05-03"),
        ("Wir haben am 3. Mai den Zaun gebaut.", "2023-05-03"),
        ("Der Termin ist am 12. Juni 2023 bei uns.", "2023-06-12"),
        ("Avant-hier j'ai vu le médecin avec elle.", "2023-05-06"),
        ("Il y a trois jours le frigo a lâché chez nous.", "2023-05-05"),
        ("samedi on a pagayé sur la rivière", "2023-05-06"),
        ("Jeudi dernier j'ai passé mon examen avec lui.", "2023-05-04"),
        ("On a fêté les noces le 1er mai avec mes parents.", "2023-05-01"),
        ("Ayer fui con mi madre a la casa de Ana.", "2023-05-07"),
        ("Hace dos días compré una bici para mi hijo.", "2023-05-06"),
        ("El viernes fuimos al cine con los niños.", "2023-05-05"),
        ("El lunes pasado vi a mi hermana en el tren.", "2023-05-01"),
        ("Nos vimos el 3 de mayo en la casa de Ana, fue un día muy largo.", "2023-05-03"),
        ("L'altro ieri ho visto il medico con mia madre.", "2023-05-06"),
        ("Tre giorni fa ho comprato una bici per il mio amico.", "2023-05-05"),
        ("Sabato siamo andati al mare con i bambini.", "2023-05-06"),
        ("Giovedì scorso ho dato l'esame con lei.", "2023-05-04"),
    ],
)
def test_a_day_is_counted_from_that_of_saying(text: str, first: str) -> None:
    (found,) = dates_in(text, MONDAY)
    assert (found.since.date().isoformat(), found.until - found.since) == (first, timedelta(days=1))


@pytest.mark.parametrize(
    "text",
    [
        "Am Samstag gehen wir mit den Kindern in den Wald.",
        "Jeden Samstag waren wir mit den Kindern im Wald.",
        "Wir waren am Montagsmarkt, und es gab viel für uns.",
        "Samedi on va avec les enfants à la mer.",
        "Le samedi on avait toujours du pain chez nous.",
        "Il y a trois enfants dans la maison avec nous.",
        "El viernes vamos al cine con los niños.",
        "Los viernes fuimos siempre al cine con ella.",
        "Sabato andiamo al mare con i bambini.",
        "Il sabato ero sempre a casa con mia madre.",
        "Wir sehen uns am 3. November bei dir, oder nicht?",
        "Sie sagt, dass sie am Freitag kommt, und hat gelacht.",
        "Er ist am 5. Mai geboren, und das ist der Tag von dem ich rede.",
        "Il est né le 5 mai, et c'est le plus beau de la famille.",
        "Dans la rue du 4 mai il y a un bar où on est allés.",
        "Mi hijo se llama Domingo y fue al cole con la mía.",
        "El domingo de Ramos es una fiesta de la que me habló.",
    ],
)
def test_what_may_lie_ahead_or_be_a_habit_is_no_day(text: str) -> None:
    assert dates_in(text, MONDAY) == ()


def test_words_of_one_language_are_read_in_no_other() -> None:
    assert dates_in("I ate 5 mars bars with hier and gestern, and it was good.", MONDAY) == ()
    assert dates_asked("Who ate 5 mars bars with me?") == []


@pytest.mark.parametrize(
    ("question", "day"),
    [
        ("Was ist am 5. Mai 2025 passiert?", date(2025, 5, 5)),
        ("Qu'est-ce que j'ai fait le 22 juillet 2023 ?", date(2023, 7, 22)),
        ("¿Qué hice el 3 de mayo de 2025?", date(2025, 5, 3)),
        ("Che cosa ho fatto il 7 maggio 2024?", date(2024, 5, 7)),
    ],
)
def test_a_question_names_a_day_with_its_month(question: str, day: date) -> None:
    (found,) = dates_asked(question)
    (meant,) = found.dates
    assert (meant.year, meant.month, meant.day) == (day.year, day.month, day.day)
    assert question[found.start : found.end].endswith(str(day.year))


@given(st.text(max_size=100), st.sampled_from([*LANGUAGES]), st.dates())
def test_any_text_on_any_day_is_read_without_an_error(text: str, language: str, day: date) -> None:
    for start, end, period, _ in days_in(text, day, language):
        assert 0 <= start < end <= len(text)
        assert period.since < period.until


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_seven_weekdays_twelve_months_and_ten_numbers(language: str) -> None:
    known = LANGUAGES[language]
    assert (len(known.weekdays), len(known.months), len(known.counts)) == (7, 12, 10)


@pytest.mark.parametrize("piece", ["jeudi j'ai été le ", "am 3. Montag hab ", "ho detto sabato il "])
def test_a_long_clause_is_read_once(piece: str) -> None:
    text = "und der die le la il la " + piece * 20_000
    assert all(0 <= each.start < each.end <= len(text) for each in dates_in(text, MONDAY))  # took minutes by clause
