"""The rules model: finds memory candidates in English sessions by a table of patterns; offline, the same on every
machine.

A record is masked (`regions`: code, quotations, pasted output, injected blocks), cut into sentences (`sentences`) and
clauses (`clauses`), and the conversation around each clause is peeled off into flags (`peelings`). The first pattern
that matches the rest and makes something of it wins; what is asked, guessed, imagined, passed on, joked, past or for
once only gives nothing (`stance`). Before its clauses, a sentence is read whole for slot frames (`frames`,
`frame_relations`): which slot of which thing has which value, in any order of words. A `*_table` module holds the
words of a family with the examples that the tests run; the module without the suffix builds claims from them.

Claim keys, as `subject | attribute | qualifier`, with the assertion:

| said | key | assertion |
|---|---|---|
| "my timezone is CET", "I'm in CET" | user, timezone | value |
| "I'm allergic to nuts" | user, allergy, nuts | polarity: several stand side by side |
| "the timeout is 30 s in staging", "staging timeout: 30 s" | timeout, is, staging | value and unit |
| "X of Y is V", "for Y, the X is V", "we use V as the X of Y", "Y's X changed, it's V now" | y x, is | value |
| "Y has V as X", "Y moved from X U to V", "the N for Ms to Y is V" | y x, is; y m n, is | value |
| "U is wrong for Y. The X should be V": Y is the only thing named beside it | y x, is | value |
| "Y belongs to V", "Y listens on port V", "we moved Y to V" | y owner, is; y port, is; y region, is | value |
| "Y has no X any more", "we removed the X of Y" | y x, is | deny any |
| "Y doesn't run on V any more" | y, is | deny V |
| "we stopped deploying with C" | deploy, command | deny C |
| "only in staging is the X of Y V" | y x, is, staging | value; without staging it is denied |
| "use pnpm", "we switched to pnpm" | package manager, is | value (classes: `lexicon`) |
| "use X for P", "P is X", "we decided on X for P" | p, is | value |
| "use X" of no known class | x, use | polarity |
| "never use X", "we dropped X" | x, use | deny; the class or purpose claim "use X" is denied too |
| "always do D", "stop doing D" | stems of D, practice, scope | polarity |
| "code in PATH must not D", "in PATH, never D" | PATH, must, stems of D | polarity |
| "X must not D", "X may D now" | x, must, stems of D | polarity |
| "PATH must not reach D directly", "PATH may reach D directly now" | PATH, access, D | "direct", polarity |
| "PATH reaches D through W", "don't go around W in PATH" | PATH, access, D | W |
| "only X may D" | stems of D, only by | value |
| "keep answers short", "reply in German" | answer, length or language or format or tone | value |
| "remember that X is P" | x, is (or the verb), stems of P | polarity |
| "make sure every X has D" | x, must, stems of D | polarity |
| "we're on X 20 now", "X is on version 20" | x version, is | value |
| "I prefer X", "I hate X" | stems of X, prefer | polarity |
| "no long intros" | long intro, use | deny |
| "if you book trains for me i want a window seat" | window seat, prefer | polarity; the occasion is the trigger |
| "no bullet points", "you may use bullets again" | bullet, use | polarity |
| "I have asthma", "I no longer have hay fever" | user, health, asthma | polarity: several stand side by side |
| "I fly out of Lyon"; "tuesday and sunday work for me" | user, airport; user, available | value; days |
| "I need the digest every Monday, one page, in euros" | digest, send; digest, length; digest, currency | value each |
| "max 160 euros a night", "hotel budget is 190 euros a night" | night, at most, money | number |
| "python 3.12 for all services" | python version, is | version |
| "no friday deploys", "friday deploys are fine again" | deploy, practice, friday | polarity |
| "…, so no hills please", "you can put hills back in" | hill, use | polarity |
| "pay such things from X, never from Y" | pay, way | X |
| "uploads use the role R" | upload role, is | R |
| "prefix css classes with X" | css class, prefix | X |
| "PATH is generated, never edit it by hand" | PATH, must, edit by hand | deny |
| "copy X on anything about budgets" | budget, copy | X |
| "deploys go out with C", "we deploy with C" | deploy, command | command |
| "the old W class is gone, PATH calls X from now on" | PATH, access, storage | X |
| "no fish on mondays"; "no flights before 9" | fish, use, monday; flight, earliest | deny; time of day |
| "sign my mails with V"; "call me V in letters" | mail, sign; user, name, letter | V |
| "units metric", "prices in euros" | unit system, is; currency, is | value |
| "no meetings before 10", "… after 6pm" | meeting, earliest or latest, days | time of day |
| "no meetings on fridays" | meeting, on, friday | deny |
| "i have choir every tuesday" | user, week, choir | days and time |
| "3 runs a week" | user, how often, run | number a week |
| "send me a summary every monday" | summary, send | cadence; "no longer want the summary" denies any |
| "remind me every sunday to D" | stems of D, remind | cadence |
| "my sister lives in Boston" | sister, home | value; never under a name |
| "im worn out" | user, mood | value, for the rest of the day |
| "my goal is G by DAY" | user, goal, stems of G | date |
| "i want to run a half marathon in MONTH" | user, goal, half marathon; half marathon, is | date of the event |
| document: "**T**: a W", "a T is a W" | t, definition | stems of W |
| document: "a T gets a W every 200 events" | t, stem of the verb, w every | number and unit |
| document: "faults of priority 1 are answered within 15 minutes" | priority 1 fault, answer, within | number and unit |
| document: "data is stored in the Oslo region since DAY" | data, stor, in region | name |
| document: "Notice period: three months" | notice period, is, stems of the headings | value |
| "the handbook is wrong: handover takes place on Monday" | handover, tak | day and time |
| document: "T moved from U to W", title of a decision | t, now; t, decision, rest | stems of W; number |
| "we decided (not) to D" | stems of D, decision | polarity |
| "run the tests with C" | test, command, scope | command |
| "PATH holds D", "X lives in PATH" | PATH, holds; x, location | value |
| a test command that passed | test, command, the command | command |
| command A could not run, B could | A, fails | B |

The skeleton follows from the key alone, so that claims that could conflict land in one table. "instead of Y", "from Y
to X", "not Y" put the claim that "use Y" would have made into `denies`; "no, it's V", "scratch that" and "forget what
I said about X" look for the claim meant in the records before. A denial without a value says that the slot has none
any longer.
"""

from slowwave.adapters.local.rules.extract import propose_candidates
from slowwave.adapters.local.rules.shape import FRAME_WORDS

VERSION = "rules-9"
"""Changes whenever the same words may give other candidates."""

__all__ = ["FRAME_WORDS", "VERSION", "propose_candidates"]
