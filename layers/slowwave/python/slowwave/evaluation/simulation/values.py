"""Surface strings that occur once: values, approvers and other coined words, drawn without repetition.

Every shape has its own vocabulary and every number is used once, so that no value is a part of another. Nothing here
is a person's name, and no word occurs in ordinary sentences of the styles.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from slowwave.evaluation.simulation.attributes import Shape

_BIRDS = (
    "kestrel heron plover osprey curlew merlin wigeon dunlin siskin bittern avocet whimbrel gannet fulmar dipper "
    "linnet redpoll godwit sanderling phalarope harrier shrike wryneck nightjar hoopoe turnstone pochard gadwall "
    "smew eider"
).split()
_LAND = (
    "ridge fell tarn moor scarp glen holm beck knoll copse fen weald heath combe strath loch skerry bluff gorge butte "
    "mesa dune reef lagoon fjord delta marsh tundra steppe atoll"
).split()
_STONES = (
    "basalt gneiss schist dolomite feldspar jasper onyx beryl zircon olivine pyrite galena rutile spinel garnet marl "
    "chert tuff gabbro andesite rhyolite diorite mica talc gypsum halite barite fluorite azurite malachite"
).split()
_ONSETS = "bra cre dro fla gri hal jor kel lun mor nar ost pel qua ril sto tem ulv vor wex yar zin dal fen".split()
_MIDDLES = "ba de fi go lu ma ne pi ro su ta ve wi xo".split()
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_TONGUES = (
    "Danish Catalan Basque Estonian Finnish Icelandic Latvian Maltese Slovene Welsh Galician Frisian Faroese Breton "
    "Occitan Irish Sorbian Romansh Ladin Corsican Friulian Norwegian Swedish Dutch Polish Czech Slovak Croatian"
).split()
_FORMATS = "json csv xml parquet avro yaml arrow orc".split()
_AREAS = "eu us ap sa af me".split()
_YEARS = range(1900, 2200)
MAX_DRAWS = 10_000


class Mint:
    """Draws strings and never the same twice."""

    def __init__(self, draw: random.Random) -> None:
        self._draw = draw
        self._used: set[str] = set()

    def _once(self, make: Callable[[], str]) -> str:
        """Draw until something new comes.

        Raises:
            OverflowError: the vocabulary is used up.
        """
        for _ in range(MAX_DRAWS):
            made = make()
            if made not in self._used:
                self._used.add(made)
                return made
        raise OverflowError("the vocabulary of a shape is used up; simulate fewer turns")

    def _one(self, words: list[str]) -> str:
        return self._draw.choice(words)

    def number(self, low: int = 1000, high: int = 99_999) -> str:
        """Draw a number that no other value has, and that is no year."""
        number = self._once(lambda: str(self._draw.randrange(low, high)))
        return number if int(number) not in _YEARS else self.number(low, high)

    def is_free(self, number: str) -> bool:
        """Whether a number is nobody's yet."""
        return number not in self._used and int(number) not in _YEARS

    def claim(self, number: str) -> str:
        """Take a free number."""
        self._used.add(number)
        return number

    def coined(self, ending: str = "") -> str:
        """Draw an invented word, capitalized."""
        return self._once(
            lambda: (self._one(_ONSETS) + self._one(_MIDDLES) + self._one(_MIDDLES)).capitalize() + ending
        )

    def approver(self) -> str:
        """Draw the name of a body that approves."""
        return self._once(lambda: f"the {self.coined()} {self._one(['board', 'council', 'committee'])}")

    def _version(self) -> str:
        return f"v{self._draw.randrange(2, 30)}.{self._draw.randrange(10, 99)}.{self._draw.randrange(1, 40)}"

    def _weekly_time(self) -> str:
        return f"{self._one(_DAYS)} {self._draw.randrange(6, 22):02d}:{self._draw.randrange(1, 60):02d}"

    def value(self, shape: Shape) -> str:
        """Draw a value of a shape."""
        if shape in _UNITS:
            return f"{self.number(1000, 30_000)} {_UNITS[shape]}"
        coin: Mapping[Shape, Callable[[], str]] = {
            Shape.PORT: lambda: self.number(20_000, 65_535),
            Shape.COUNT: lambda: self.number(10_000, 90_000),
            Shape.TOOL: lambda: f"{self.coined().lower()}-{self._one(['lint', 'check', 'run'])}",
            Shape.WRAPPER: lambda: self.coined("Client"),
            Shape.VENDOR: lambda: self.coined("Maps"),
            Shape.TEAM: lambda: f"team {self.coined()}",
        }
        if shape in coin:
            return coin[shape]()
        return self._once(lambda: self._worded(shape))

    def _worded(self, shape: Shape) -> str:
        one = self._one
        if shape is Shape.LANGUAGES:
            return " and ".join(self._draw.sample(_TONGUES, 2))
        made: Mapping[Shape, Callable[[], str]] = {
            Shape.VERSION: self._version,
            Shape.WEEKLY_TIME: self._weekly_time,
            Shape.CHANNEL: lambda: f"#{one(['ops', 'dev', 'alerts', 'data', 'desk'])}-{one(_BIRDS)}-{one(_STONES)}",
            Shape.HOST: lambda: f"{one(['postgres', 'mysql', 'mariadb', 'redis'])}-{one(_LAND)}-{one(_BIRDS)}",
            Shape.REGION: lambda: f"{one(_AREAS)}-{one(_LAND)}-{self._draw.randrange(1, 60)}",
            Shape.PATH: lambda: f"/{one(['srv', 'data', 'mnt', 'var'])}/{one(_STONES)}/{one(_BIRDS)}",
            Shape.GATE: lambda: f"{one(_STONES)}-{one(_LAND)}-gate",
            Shape.FORMAT: lambda: f"{one(_BIRDS)}-{one(_STONES)}-{one(_FORMATS)}",
        }
        return made[shape]()


_UNITS = {
    Shape.MILLISECONDS: "ms",
    Shape.SECONDS: "s",
    Shape.MEGABYTES: "MB",
    Shape.RATE: "requests per minute",
}
