"""Small sequences for tests, as files."""

from pathlib import Path

DEPLOY = """\
version: 1
id: deploy
skeletons: [coding]
about: The formatter changes once.
sessions:
  - id: s1
    start: 2026-03-02T09:00:00+01:00
    events:
      - {id: a1, user: "Always run black . before you commit anything."}
      - {assistant: "Understood."}
    after:
      - task: "commit the fix"
        needs: {"black": a1}
  - id: s2
    start: 2026-03-09T09:00:00+01:00
    before:
      - task: "commit the banner"
        needs: {"black": a1}
    events:
      - {id: b1, user: "From now on always run ruff format before you commit anything."}
    after:
      - task: "commit the banner"
        needs: {"ruff format": b1}
        forbids: {"black": superseded by b1}
cycles:
  - {task: "commit", expect: demoted, text: "black", since: b1, within: 2}
"""

TWINS = """\
version: 1
id: twins
skeletons: [coding]
about: Two tenants have opposite rules.
sessions:
  - id: s1
    start: 2026-03-02T09:00:00+01:00
    tenant: north
    events:
      - {id: a1, user: "Always run make north-check before you commit."}
    after:
      - task: "commit the fix"
        needs: {"make north-check": a1}
  - id: s2
    start: 2026-03-03T09:00:00+01:00
    tenant: south
    events:
      - {id: b1, user: "Never push to main."}
    after:
      - task: "commit the fix"
        needs: {"push to main": b1}
        forbids: {"make north-check": other tenant}
"""


def write(folder: Path, text: str, name: str = "one.yaml") -> Path:
    """Write a sequence and return its path."""
    path = folder / name
    path.write_text(text, "utf-8")
    return path
