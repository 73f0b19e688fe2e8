"""The words that set, change and deny a value, with examples."""

from __future__ import annotations

from slowwave.adapters.local.rules.pattern import Pattern, Says, rx
from slowwave.adapters.local.rules.slots import changed, elsewhere, held, is_not, listed, must_be, stated
from slowwave.domain.claims import Signal
from slowwave.domain.keys import ENVIRONMENTS

_SUBJECT = r"(?P<subject>[^,;:()=?]{2,70}?)"
_VALUE = r"(?P<value>(?:[^,;()]|,(?=\d)){1,80}?)"
_VERBS = (
    r"changed|updated|set|moved|bumped|raised|lowered|increased|decreased|reduced|dropped|switched|migrated|upgraded|"
    r"downgraded|doubled|tripled|quadrupled|halved|risen|rose|grew|grown|fell|fallen|jumped|climbed|shrank|cut|extended|shortened|renamed|relocated|shifted|pushed|postponed|rescheduled"
)
_NOT_OLD = (
    r"(?:,? (?:now |and |but )*(?:not|no longer|instead of|rather than|in place of|replacing) "
    r"(?P<old>[^,;]{1,40}?)(?: any ?more| any longer)?)?"
)
"""The value that is over, after the one that holds."""
_SINCE = (
    r"(?:,? (?:last \w+|yesterday|recently|already|in (?:january|february|march|april|may|june|july|august|september|"
    r"october|november|december)|(?:a|two|three|few|a few|a couple of) \w+ ago|as of .{3,20}))?"
)

_HOLDERS = r"owner|maintainer|lead|manager|contact|reviewer|approver|head|captain|chair|editor|treasurer|product owner"

PATTERNS = (
    Pattern(
        "slot.held",
        rx(
            rf"^(?P<value>(?-i:[A-Z])[\w.'-]*(?: (?-i:[A-Z])[\w.'-]*)*) is (?P<no>no longer |not )?(?:now )?(?:the|our|"
            rf"my) (?P<subject>(?:\w+ ){{0,2}}(?:{_HOLDERS})(?: (?:of|for) [^,;]{{2,40}}?)?)(?: now| any ?more)?$"
        ),
        Signal.SELF_FACT,
        0.7,
        held,
        yes=(
            Says("Priya is our owner", "owner | is |", "+priya"),
            Says("Max Roth is our release manager now", "release manager | is |", "+max roth"),
            Says("Dario is no longer our release manager", "release manager | is |", "-dario"),
        ),
        no=("Is Priya the owner of billing?", "It is the owner of billing.", "maybe Priya is the owner of billing"),
    ),
    Pattern(
        "slot.not",
        rx(
            rf"^{_SUBJECT} (?:is|are)(?: no longer|n'?t| not)(?: called| named| set to)? {_VALUE}(?: anymore|"
            rf" any more| any longer)?$",
            rf"^{_SUBJECT} (?:(?:does|do)(?:n'?t| not) (?:live (?:at|in|on)|point (?:at|to)|run on|listen on|"
            rf"default to|start at|belong to|use)|no longer (?:lives? (?:at|in|on)|points? (?:at|to)|runs? on|"
            rf"listens? on|defaults? to|starts? at|belongs? to|uses?)) {_VALUE}(?: anymore| any more| any longer)?$",
        ),
        Signal.REJECTION,
        0.8,
        is_not,
        yes=(
            Says("The staging region is no longer eu-west-1.", "region | is | staging", "-eu-west-1"),
            Says("Our billing database is not Postgres.", "billing database | is |", "-postgres"),
            Says("the release manager isn't Dana anymore", "release manager | is |", "-dana"),
            Says("the nightly job doesn't run on Jenkins anymore", "nightly job | is |", "-jenkins"),
            Says("The nightly job no longer runs on Jenkins.", "nightly job | is |", "-jenkins"),
        ),
        no=(
            "This is not 5.",
            "The test is not green.",
            "Is the region not eu-west-1?",
            "Why doesn't the nightly job run on Jenkins?",
            "It doesn't run on Jenkins.",
            "I think the region is not eu-west-1",
        ),
    ),
    Pattern(
        "slot.changed",
        rx(
            rf"^(?P<who>i(?:'ve| have)? )?(?:have )?(?P<verb>{_VERBS})\s+{_SUBJECT}(?: over| back)?(?: from "
            rf"(?P<old>[\w$€£`'\"./:@ -]{{1,40}}?))? to {_VALUE}{_SINCE}$",
            rf"^{_SUBJECT} (?:was|were|got|has been|have been|is being|has|have)?\s?(?:now )?(?:{_VERBS}|went|"
            rf"gone)(?: over| up| down)?(?: from (?P<old>[\w$€£`'\"./:@ -]{{1,40}}?))? to {_VALUE}{_SINCE}$",
        ),
        Signal.DECISION,
        0.8,
        changed,
        yes=(
            Says("We bumped the checkout timeout from 30 s to 45 s.", "checkout timeout | is |", "+45 s"),
            Says("The deploy region was moved to us-east-2 last week.", "deploy region | is |", "+us-east-2"),
            Says("the rate limit doubled to 40 per second", "rate limit | is |", "+40 per second"),
            Says("Our storage quota has grown to 900 GB.", "storage quota | is |", "+900 GB"),
            Says("We moved the weekly sync to Thursday.", "weekly sync | is |", "+thursday"),
            Says("we moved the billing database back to MySQL", "billing database | is |", "+mysql"),
        ),
        no=(
            "Please bump the timeout to 45 s.",
            "Should we move the region to us-east-2?",
            "They moved the region to us-east-2, he said.",
            "We might change the timeout to 5 s",
        ),
    ),
    Pattern(
        "slot.elsewhere",
        rx(
            rf"^(?:in|on|for) (?P<env>{'|'.join(ENVIRONMENTS)}) (?:it(?:'s| is)|they(?:'re| are))(?: only| just)? "
            rf"{_VALUE}$"
        ),
        Signal.SELF_FACT,
        0.7,
        elsewhere,
        yes=(
            Says("the timeout in staging is 30 s, in production its 8 s", "timeout | is | production", "+8 s"),
            Says("fyi the pool size in dev is 5, in prod it is 50", "pool size | is | production", "+50"),
            Says("The cache ttl on qa is 60 s, and on staging it's 300 s.", "cache ttl | is | staging", "+300 s"),
        ),
        no=(
            "in production its 8 s",
            "in production it's slow",
            "in staging is it 30 s?",
            "he says in production its 8 s",
        ),
    ),
    Pattern(
        "slot.must",
        rx(rf"^{_SUBJECT} (?:must|has to|have to|should|needs to|will) (?:now |always )?be (?:set to )?{_VALUE}$"),
        Signal.SELF_FACT,
        0.8,
        must_be,
        yes=(
            Says("The retry limit must be 5.", "retry limit | is |", "+5"),
            Says("In production, the log level must be WARN.", "log level | is | production", "+warn"),
            Says("the max line length should be 100", "max line length | is |", "+100"),
        ),
        no=(
            "It should be 5.",
            "The text should be readable.",
            "Should the limit be 5?",
            "the limit should be 5 for now",
        ),
    ),
    Pattern(
        "slot.is",
        rx(
            rf"^{_SUBJECT} (?:is|are|equals|will be|becomes)(?: now| currently| always| called| named| set to| on|"
            rf" due| due on| scheduled for)* {_VALUE}{_NOT_OLD}$",
            rf"^{_SUBJECT} (?:is|are)(?: now)?(?:n'?t| not| no longer) (?P<old>[^,;]{{1,40}}?),? but "
            rf"(?:rather |now |instead )*{_VALUE}$",
            rf"^{_SUBJECT} (?:lives? (?:at|in|on)|points? (?:at|to)|runs? on|listens? on|defaults? to|starts? at|"
            rf"(?:happens?|runs?|takes? place|occurs?)(?= every| daily| weekly| on| at)(?: on| at)?|belongs? to|"
            rf"goes to|ends? at|uses?)(?: now)? {_VALUE}{_NOT_OLD}$",
        ),
        Signal.SELF_FACT,
        0.7,
        stated,
        yes=(
            Says("The timeout is 30 s in staging.", "timeout | is | staging", "+30 s"),
            Says("our staging region is eu-west-1", "region | is | staging", "+eu-west-1"),
            Says("in staging the cache ttl is 60 s", "cache ttl | is | staging", "+60 s"),
            Says("The API port is 8443, not 8080.", "api port | is |", "+8443"),
            Says("I double checked and I told you wrong, the API port is 8443", "api port | is |", "+8443"),
            Says("The API port isn't 8080 but 8443.", "api port | is |", "+8443"),
            Says("The API port is 8443 now instead of 8080", "api port | is |", "+8443"),
            Says("Our deploy region is eu-west-1 rather than eu-west-2.", "deploy region | is |", "+eu-west-1"),
            Says("The deploy region is eu-west-1 -> eu-west-3.", "deploy region | is |", "+eu-west-3"),
        ),
        no=(
            "The build is broken.",
            "This is 5.",
            "Is the timeout 30 s?",
            "My manager says the timeout is 30 s.",
            "Imagine the timeout is 30 s.",
            "the problem is line 30",
            "The API port is 8443 as in the old setup",
        ),
    ),
    Pattern(
        "slot.listed",
        rx(
            rf"^{_SUBJECT}(?:\s*=\s*|: )(?P<old>)(?P<value>[\w.:/$€£%@+-]+(?: (?:s|ms|seconds?|minutes?|hours?|days?|"
            rf"weeks?|months?|[MGK]B))?)$",
        ),
        Signal.SELF_FACT,
        0.7,
        listed,
        yes=(
            Says("Remember: deploy region = eu-west-1", "deploy region | is |", "+eu-west-1"),
            Says("our staging port: 8443", "port | is | staging", "+8443"),
            Says("the cache ttl = 300 s", "cache ttl | is |", "+300 s"),
        ),
        no=("Version: 2.1.17", "x = 5", "the total: 5?"),
    ),
)
