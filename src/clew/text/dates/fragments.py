"""The words and patterns of which the expressions for dates in English statements are made."""

import re

from clew.text.dates import periods
from clew.text.dates.tense import not_after

NUMERALS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
COUNTS = {word: n for n, word in enumerate(NUMERALS, 1)} | dict.fromkeys(
    ["couple", "a couple", "couple of", "a couple of"], 2
)
DAYS = {
    "the day before yesterday": -2,
    "day before yesterday": -2,
    "yesterday": -1,
    "last night": -1,
    "last evening": -1,
    "today": 0,
    "tonight": 0,
    "this morning": 0,
    "this afternoon": 0,
    "this evening": 0,
    "tomorrow": 1,
    "the day after tomorrow": 2,
    "day after tomorrow": 2,
}
HOLIDAYS = {
    "christmas eve": (12, 24),
    "christmas day": (12, 25),
    "boxing day": (12, 26),
    "new year's eve": (12, 31),
    "new year's day": (1, 1),
    "valentine's day": (2, 14),
}
"""Their months and days."""
HOLIDAY = f"(?P<holiday>{'|'.join(HOLIDAYS)})".replace("'", "['\u2019]")
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")

# In a pattern, a space stands for one to three characters of white space. Every part is bounded; its words are ASCII.

NUMBER = rf"(?P<count>[1-9][0-9]{{0,2}}|an?|{'|'.join(COUNTS)})"
UNIT = "(?P<unit>day|night|evening|weekend|week|month|year)"
HOURS = "(?: (?:morning|afternoon|evening|night))?"
LONG_WEEKDAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day"
WEEKDAY = f"(?P<weekday>{LONG_WEEKDAY}|tues?|thu(?:rs?)?|fri|(?-i:Mon|Wed|Sat))"
CLEAR_MONTH = (
    "january|february|april|june|july|august|september|october|november|december"
    "|jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec"
)
MONTH = f"(?P<month>{CLEAR_MONTH}|(?-i:March|Mar|May))"
ANY_MONTH = f"(?P<month>{CLEAR_MONTH}|march|mar|may)"
LAST_MONTH = ANY_MONTH.replace("<month>", "<last_month>")
SEASON = f"(?P<season>{'|'.join(periods.SEASONS)})"
DATE_WORD = f"(?:{LONG_WEEKDAY}|{CLEAR_MONTH}|(?-i:March|Mar|May)|{'|'.join(periods.SEASONS)})"
"""A word that names a part of a date."""
DAY = "(?P<day>0?[1-9]|[12][0-9]|3[01])(?:st|nd|rd|th)?"
YEAR = "(?P<year>[12][0-9]{3})"
THIS_AGE = "(?P<year>(?:19|20)[0-9]{2}|2100)"
COMMA = "(?:, | |,)"
WHICH = "(?P<which>last|next|this(?: (?:past|last|coming|upcoming))?)"

NO_NUMBER = r"(?<![.,:/$#-])"
NO_RANGE = not_after(
    "or to and half than over under twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million"
)
NO_SPAN = not_after("for within over the")
NO_OWNER = (
    not_after("the my our his its your their every")
    + not_after("is was were be been and in on during until through since", r"\sher")
    + not_after("spend spends spent finish finished start started begin began enjoy enjoyed", r"\sher")
    + r"(?<!['\u2019]s\sher\s)(?<![.,;:!?]\sher\s)(?<!^her\s)"
)
"""Nobody's, as in "I met her last week": not "in her last year", nor "she spent her last week there"."""
NO_SPAN_BEHIND = (
    r"(?! (?:(?:and|or|to|until|till|through|thru|before|after|the|of) |[0-9]|(?-i:[A-Z][a-z]))"
    rf"|,? {LONG_WEEKDAY}| ?[-/&\u2013])"
)
"""Nothing behind a weekday makes another day or several of it: "Monday to Friday", "Friday the 13th".

A capital makes a name of it: "the Sunday Times"."""
OPENS = re.compile(
    r"(?:^|[.!?,;:\u2013\u2014(\n]|\b(?:so|and|but|btw|then|well|oh|ok|okay|yeah|anyway|also|actually|because))\s*$",
    re.IGNORECASE,
)
"""Ends what stands before the first word of a clause."""
NO_HABIT = r"(?! (?:mornings|afternoons|evenings|nights|last|this|next)\b)"
NO_VERB = r"(?!(?<=fall|ring) (?:apart|asleep|behind|down|for|from|in|into|off|out|over|short|under)\b)"
NO_STREET = r"(?! (?:street|road|avenue|lane|drive|close)\b)"
NO_AMOUNT = r"(?! (?:miles?|people|of|or|more|times?|(?:minute|hour|day|week|month|year)s?)\b)"
NO_PLACE = r"(?! (?:at|in|to|from|on|home|with|here|there|together)\b)"
"""Behind "two days back", which are no days ago then."""
NO_PART = (
    rf"(?! (?:day|night|weekend|week|month|quarter|term|year|{DATE_WORD}|christmas|xmas|easter|thanksgiving"
    r"|halloween|hanukkah|passover|ramadan|eid|diwali|new year|birthday)\b)"
)
"""The day before last is a day, that before last Christmas is not."""
START = rf"{NO_NUMBER}(?:{WEEKDAY},? (?:the )?)?"
TO = r"(?:(?: )?[-\u2013](?: )?| (?:to|until|till|through|thru|(?P<joint>and|&)) (?:the )?)"
LAST_DAY = DAY.replace("<day>", "<last_day>")
SUM = re.compile(
    r"\s{1,3}(?!(?:was|is|as|has|does|its|his|this|us|always|sometimes|across)\b)"
    r"(?:[a-z]{1,20}s|people|men|women|children|of|feet|euro|percent)\b|\s?%",
    re.IGNORECASE,
)
"""Words that follow a number that is no year: "in 2000 words"."""
