"""Find what in a message is not the speaker's own words, and blank it without moving an offset.

The mask has the length of the text. Blocks (code, quotes of others, pasted output, harness and injected blocks)
become line breaks, so no sentence crosses them; longer quotations inside a sentence become `QUOTED` signs, so that
nothing in them can match while the words around them keep their place.
"""

from __future__ import annotations

import re

QUOTED = "¤"
MAX_LINE = 4000

_FENCE = re.compile(r"^[ \t]*(```+|~~~+)")
_TAG_OPEN = re.compile(r"<([a-zA-Z][\w-]{2,40})(?:\s[^<>\n]{0,200})?>")
_URL = re.compile(r"https?://\S{1,2000}")
_COMMENT = re.compile(r"<!--.{0,4000}?-->", re.DOTALL)
_QUOTATION = re.compile(
    r"\"[^\"\n]{1,500}\"|“[^”\n]{1,500}”|(?<![\w'])'(?![sS]\b)[^'\n]{8,300}'(?!\w)|«[^»\n]{1,500}»|„[^“”\n]{1,500}[“”]"
)
_STRUCK = re.compile(r"~~(?=\S)[^~\n]{1,500}~~")
"""What is struck out: words that hold no longer."""
_SIGNS = str.maketrans({"\uff1f": "?", "\u061f": "?", "\uff01": "!", "\u203d": "?"})
"""Signs of a question in other scripts, which people type by their keyboard."""
_MIN_QUOTED_WORDS = 3
_INLINE_CODE = re.compile(r"`[^`\n]{1,300}`")

_PASTED_LINE = re.compile(
    r"""\s*(?:
      >                                                   # quotation of another message
    | [\u2190-\u2bff\U0001f300-\U0001faff]\ufe0f?\s       # status line of a program
    | \|.*\|                                              # table
    | [+-]{3}\s | @@\s | diff\s--git | index\s[0-9a-f]{7} # diff
    | [+-](?=[\w#"'(){}/<;]|\s{2,}\S)                     # changed line; "- item" is a list
    | [$%\#❯➜]\s+(?=[a-z./~])(?!.*[.!?]$)                 # shell prompt
    | (?:[\w.-]+@[\w.-]+|\([\w.-]+\)\s\w+@).*[$%\#]\s      # user@host prompt
    | \[?\d{4}[-/]\d\d[-/]\d\d[T\s_]\d\d:\d\d             # log line
    | \[?\d\d:\d\d:\d\d
    | \[?(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE|FATAL|FAIL|PASS|OK)\b[\]:\s]
    | (?:\w+\.)*\w*(?:Error|Exception|Warning):\s
    | Traceback\s\(most\srecent | File\s"[^"]+",\sline\s\d+ | at\s[\w.$<>]+\(.*\) | \s*\^+\s*$
    | (?:error|warning|fatal|panic|note|hint|help)(?:\[\w+\])?:\s
    | (?:---|===|\*\*\*)\s*(?:RUN|PASS|FAIL|SKIP)
    | (?:PASSED|FAILED|FAIL|PASS|ok)\s+\S+(?:::|/|\t)
    | [\w./-]+\.\w{1,5}:\d+(?::\d+)?:?(?:\s|$)            # file:line: message
    | (?:const|let|var|def|class|func|function|import|from|return|export|public|private|if\s*\(|for\s*\()\b.*[{};:)]\s*$
    | (?:SELECT|INSERT|UPDATE|CREATE|ALTER)\s.*(?:FROM|INTO|SET|TABLE)\b
    | [{}\[\]();,]+\s*$
    | [\w."'-]+\s*[:=]\s*["'{\[].*[,;\]}]\s*$             # json or assignment
    | .*[;{]\s*$
    )""",
    re.VERBOSE,
)


def mask(text: str) -> str:
    """Blank everything that is not the speaker's own words; same length, offsets unchanged."""
    masked = _blank_tags(_blank(text, _COMMENT) if "<!--" in text else text)
    masked = _blank_lines(_STRUCK.sub(_hidden, masked) if "~~" in masked else masked).translate(_SIGNS)
    masked = _URL.sub(lambda match: QUOTED * len(match.group()), masked)
    return _mask_quotations(masked)


def _hidden(match: re.Match[str]) -> str:
    return "\n" * len(match.group())


def _blank(text: str, pattern: re.Pattern[str]) -> str:
    return pattern.sub(_hidden, text)


def _blank_tags(text: str) -> str:
    """Blank `<name …>…</name>` blocks: harness notices and our own injected block among them."""
    if "<" not in text:
        return text
    parts: list[str] = []
    done = 0
    missing: set[str] = set()
    for match in _TAG_OPEN.finditer(text):
        name = match.group(1)
        if match.start() < done or name in missing:
            continue
        close = f"</{name}>"
        end = text.find(close, match.end())
        if end < 0:
            missing.add(name)
            continue
        end += len(close)
        parts += [text[done : match.start()], "\n" * (end - match.start())]
        done = end
    return "".join(parts) + text[done:]


def _blank_lines(text: str) -> str:
    out: list[str] = []
    fence = ""
    for line in text.split("\n"):
        opening = _FENCE.match(line)
        if fence:
            out.append("\n" * len(line))
            if opening and line.strip().startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
        elif opening:
            fence = opening.group(1)
            out.append("\n" * len(line))
        elif len(line) > MAX_LINE and " " not in line[:MAX_LINE]:
            out.append("\n" * len(line))
        else:
            out.append("\n" * len(line) if _is_pasted(line) else line)
    return "\n".join(out)


def _is_pasted(line: str) -> bool:
    return bool(line.startswith(("    ", "\t")) and re.search(r"[{}();=<>$]", line[:400])) or bool(
        _PASTED_LINE.match(line[:400])
    )


def _mask_quotations(text: str) -> str:
    """Replace quotations of three words and more; shorter ones are names and values. Inline code is left alone."""
    code = [match.span() for match in _INLINE_CODE.finditer(text)] if "`" in text else []

    def hide(match: re.Match[str]) -> str:
        inside = any(start <= match.start() and match.end() <= end for start, end in code)
        if inside or len(match.group().split()) < _MIN_QUOTED_WORDS:
            return match.group()
        return QUOTED * len(match.group())

    return _QUOTATION.sub(hide, text) if any(sign in text for sign in "\"“«„'") else text
