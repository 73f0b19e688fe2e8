"""Word lists: nouns that name a slot, verbs that open an instruction, words that make what follows "is" no value."""

from __future__ import annotations

import re

SLOT_NOUNS = frozenset(
    "address alias amount approver assignee audience author balance bandwidth baseline batch bank billing birthday "
    "birthplace boss branch brand bucket budget cadence cap capacity category ceiling "
    "channel client clinic cloud cluster code codename color colour company concurrency contact contractor "
    "convention count country currency customer database dataset day deadline default dentist dialect "
    "directory dish doctor domain driver duration editor email encoding endpoint engine entrypoint environment fee "
    "field file flavor floor folder font format framework frequency gateway "
    "goal group guardian gym head headline height host hostname hotel id identifier image index instance instrument "
    "interval issuer jurisdiction key keyboard keyspace kind landlord language layer lead length level "
    "library license limit linter location logging manager margin maximum medium mentor method metric minimum mode "
    "model module name namespace nickname number office orm os owner package partition "
    "partner password path period person pet pharmacy phone plan plate platform policy pool port prefix price "
    "priority procedure processor profile project pronouns protocol provider quantity quota queue range rate "
    "ratio reader recipient region registry release replica repository representative reviewer role room route "
    "runtime salary schedule schema school scope seat server service shard shell shift size slot source sponsor "
    "sport stack stage standard storage store strategy style subject subscription suffix supervisor supplier table "
    "tag target team teacher template term theme threshold timeout timezone title tool topic total transport "
    "ttl type unit url user username vendor version volume warehouse webhook weekday weight wifi window worker "
    "workspace zone formatter framework indentation editor retention retry retries replicas timeouts home employer "
    "delay latency allowance rotation spelling supervisor secretary accountant lawyer sister brother wife husband "
    "mother father daughter son cat dog car bike".split()
)
"""Nouns that name a slot: "the NOUN is VALUE" sets it."""

VERBS = (
    "access add alias allow annotate answer append apply approve archive ask assign assume attach audit avoid "
    "backfill backup base batch begin book bump buy cache call cap capitali[sz]e capture catch change check choose "
    "cite clean clear close "
    "combine commit compare compile compress configure confirm convert copy count cover create credit declare "
    "default define delete deliver deploy deprecate describe disable discuss display divide document double-check "
    "download draft drop duplicate edit "
    "email embed enable encode encrypt end enforce escape escalate estimate exclude execute expand explain export "
    "expose extend extract fetch file fill filter finish fix flag flatten follow format forward freeze generate get "
    "give go group guard handle "
    "hardcode hard-code hash hide highlight ignore implement import include increment indent index inherit "
    "initiali[sz]e inject inline input insert install instantiate invite invoke join keep label leave limit link "
    "lint list load localize lock log lowercase "
    "maintain manage manually map mark measure memoi[sz]e mention merge migrate mock modify monitor mount mutate "
    "name nest normali[sz]e note notify offer omit open optimi[sz]e order overwrite override pad page paginate parse "
    "pass paste pay persist phrase "
    "pin ping place plan point poll populate post prefer prefix prepare present preserve print prioriti[sz]e process "
    "produce promise propagate propose protect provide prune publish pull purge push put qualify query queue quote "
    "raise read rebase recommend "
    "record rebuild recheck recompute recreate redact redirect refactor refer reference reformat regenerate register "
    "reject release rely remind remove rename render reopen repeat replace reply report request require rerun "
    "reschedule reserve reset resolve respond restart restore retry return reuse "
    "revert review rewrite rotate round route run sanitize save scan schedule scope seed select send separate "
    "serialize serve set share ship show sign simplify skip sort speak specify spell split squash stage "
    "standardi[sz]e start state step-by-step stick stop "
    "store stream strip structure stub submit suggest summari[sz]e supply suppress swallow sync tag talk target tell "
    "test throw time title touch trace track translate treat trim truncate trust turn type underline update upgrade "
    "upload uppercase use validate "
    "vendor verify wait walk warn weigh wire wrap write"
).replace(" ", "|")
"""Base forms that open an instruction, as one alternation."""

FLEETING = re.compile(
    r"\b(?:question|problem|issue|point|guess|understanding|concern|hope|feeling|idea|thing|bug|error|output|result|"
    r"answer|reason|response|next step|plan here|attempt|code below|following|above|below|code|test|build|way|rest"
    r"|solution|fix|pr|pull request|ticket|first|second|third|last|latter|former|one|only|main|same|weather|status|"
    r"progress|current (?:state|task|step)|request|message|situation|truth|fact|word|case|cause|difference|"
    r"example)s?$",
    re.IGNORECASE,
)
"""Subjects whose "is" says something of the moment."""

ADJECTIVES = frozenset(
    "broken wrong good fine done ready slow fast bad great nice weird odd strange ugly correct right true false "
    "empty missing failing failed red green ok okay down up here there not too very still quite just really so more "
    "less "
    "better worse important useful needed required necessary clear unclear possible impossible hard easy simple "
    "complex big small huge tiny new old late early busy free sick tired happy sad sure able same different out off "
    "on in "
    "over under back away gone finished complete incomplete running stuck blocked open closed available unavailable "
    "supported unsupported enough confusing annoying interesting critical pretty now also already always never "
    "being going getting trying using working looking coming making doing having taking based designed supposed "
    "meant called named set what where why how that this it like because if when as to for from with "
    "by about at void invalid undecided undefined unknown".split()
)
"""First words that make what follows "is" no value."""

CODE_STEMS = frozenset(
    "api app branch build bug bundle cache class cli cluster code commit compile component configuration container "
    "coverage cron css database debug dependency deploy deployment diff docker docstring endpoint env environment "
    "error exception "
    "fixture flag framework function git github go handler hook html http import index interface json kubernetes "
    "lambda library lint linter log logger logging main merge method metric middleware migration mock module "
    "namespace node npm "
    "orm package parser patch path pipeline pnpm poetry port pr production proxy pull push pytest python query queue "
    "rebase redis refactor regex release replica repository request retry route router runtime rust schema script "
    "sdk serializer server "
    "service session shard sql staging stack storage struct submodule table tag template terraform test timeout "
    "token type typescript ui unit url uv variable version view webhook worker wrapper yaml yarn bucket region "
    "latency backend frontend "
    "changelog codebase indentation formatter tabs spaces javascript java file directory folder variable constant "
    "argument parameter sleep assert async await thread lock connection host domain gateway ttl throughput partition "
    "topic "
    "snake_case camelcase rest graphql grpc ide readme monorepo semver changelog snapshot lockfile dockerfile "
    "makefile cdk infra handler loop print panic comment naming quote orders".split()
)
"""Words, in their stems, that make a key one about software."""

HELD = frozenset(
    "region host port owner timeout channel version path linter limit delay format database location deadline".split()
)
"""Nouns of slots: what moved under such a name is a slot and no entity."""
