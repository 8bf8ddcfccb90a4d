"""What the workflow example should do, one scenario after the other: see job.py for how it is run."""

import os
import sys
import tempfile
from pathlib import Path

import yaml

from expressions import UnknownExpression
from job import WORKFLOW, Bench, Failed, git
from standins import COMMENT_LIMIT

SAME = "No machine does anything else than before."
CHANGE = "target of `locked –unlock→ closed` changed from `closed` to `open`"
SUMMARY, COMMENT, CHECK = (
    "Say what the machines do differently", "Post it as one comment", "Check that documents match")
OF_OTHERS = [
    {"id": 1, "user": {"type": "Bot"}, "body": "another workflow's"},
    {"id": 2, "user": {"type": "User"}, "body": "<!-- orrery: state machines -->\nquoted by somebody"},
]


def expect(outcome, **facts):
    """Fails with the names of the facts that do not hold, and the log of the run."""
    wrong = [name for name, holds in facts.items() if not holds]
    if wrong:
        raise Failed(f"not true: {', '.join(wrong)}\n{outcome.steps}\n{outcome.log}")


def own_pull_request(bench):
    """Builds once, and keeps one comment up to date beside those of others."""
    first = bench.run("redrawn", cache="own", comments=OF_OTHERS)
    expect(
        first, succeeded=first.succeeded, built=first.built() == ["1.0.0"],
        summary=CHANGE in first.summary and "Lamp" not in first.summary,
        posted=first.asked() == ["GET", "POST"], others_kept=first.comments[:2] == OF_OTHERS,
        comment=len(first.comments) == 3 and CHANGE in first.comments[2]["body"],
        installed=[c["arguments"][0] for c in first.calls if c["tool"] == "apt-get"]
        == ["update", "install"])
    older = OF_OTHERS + [first.comments[2] | {"body": "<!-- orrery: state machines -->\nolder"}]
    again = bench.run("redrawn", cache="own", comments=older)
    expect(
        again, succeeded=again.succeeded, not_built_again=again.built() == [],
        edited=again.asked() == ["GET", "PATCH"], comment=again.comments == first.comments)


def other_version(bench):
    """A cache of another version is not used."""
    bench.run("redrawn", cache="version")
    commit = git(bench.tool, "rev-parse", "1.0.0")
    outcome = bench.run("redrawn", cache="version", version=commit)
    expect(outcome, succeeded=outcome.succeeded, built_by_commit=outcome.built() == ["1.0.0"])


def fork(bench):
    outcome = bench.run("redrawn", fork=True)
    expect(
        outcome, succeeded=outcome.succeeded, summary=CHANGE in outcome.summary,
        comment_skipped=outcome.steps[COMMENT] == "skipped", nothing_asked=outcome.asked() == [])


def stale_diagrams(bench):
    """The build is kept for the next run though this one fails."""
    outcome = bench.run("stale", cache="stale")
    expect(
        outcome, failed=outcome.steps[CHECK] == "failure", drift=f"--- {CHECK}: 3\n" in outcome.log,
        annotation="::error file=Sources/Home/DoorStateMachine.swift,line=29" in outcome.log,
        posted=outcome.asked() == ["GET", "POST"])
    again = bench.run("stale", cache="stale")
    expect(again, failed=again.steps[CHECK] == "failure", not_built_again=again.built() == [])


def missing_values(bench):
    for name, options in (
        ("ORRERY_REPOSITORY", {"repository": ""}), ("ORRERY_VERSION", {"version": ""}),
    ):
        outcome = bench.run("redrawn", **options)
        steps = list(outcome.steps.values())
        expect(
            outcome, first_failed=steps[0] == "failure", nothing_after=set(steps[1:]) == {"skipped"},
            told=f"::error title={name} is empty::{name} needs " in outcome.log,
            nothing_called=outcome.calls == [])
    expect(outcome, empty_as_copied=set(yaml.safe_load(WORKFLOW)["env"].values()) == {""})


def long_summary(bench):
    """Orrery writes no more than 60,000 characters; here it is followed by more, of three bytes each."""
    tool = f"""#!/bin/sh
"{bench.orrery}" "$@" || exit
[ "$1" != diff ] || yes → | head -n 40000 >> "$RUNNER_TEMP/summary.md"
"""
    outcome = bench.run("redrawn", tool=tool)
    expect(outcome, posted=len(outcome.comments) == 1)
    body = outcome.comments[0]["body"]
    expect(
        outcome, succeeded=outcome.succeeded, whole=outcome.summary.count("→\n") >= 40_000,
        fits=60_000 < len(body) <= COMMENT_LIMIT, change=CHANGE in body,
        note="[The summary of the run](https://github.com/somebody/home/actions/runs/42)" in body)


def nothing_changed(bench):
    """Says nothing where there is nothing to say, but corrects what it said before."""
    outcome = bench.run("untouched")
    expect(
        outcome, succeeded=outcome.succeeded, summary=SAME in outcome.summary,
        no_comment=outcome.comments == [] and outcome.asked() == ["GET"])
    older = {"id": 5, "user": {"type": "Bot"}, "body": "<!-- orrery: state machines -->\nolder"}
    again = bench.run("untouched", comments=[older])
    expect(again, corrected=len(again.comments) == 1 and SAME in again.comments[0]["body"])


def push(bench):
    """The main branch fills the cache, and is checked."""
    triggers = yaml.safe_load(WORKFLOW)[True]
    outcome = bench.run(cache="push")
    expect(
        outcome, triggered=triggers == {"pull_request": None, "push": {"branches": ["main"]}},
        succeeded=outcome.succeeded, checked=outcome.steps[CHECK] == "success",
        no_summary=outcome.steps[SUMMARY] == "skipped", no_comment=outcome.asked() == [])
    again = bench.run("redrawn", cache="push")
    expect(again, succeeded=again.succeeded, not_built_again=again.built() == [])


def many_comments(bench):
    """The comment is found on a later page; of two that were posted at once, the first one is edited."""
    talk = [{"id": 10 + n, "user": {"type": "User"}, "body": "talk"} for n in range(150)]
    own = {"id": 999, "user": {"type": "Bot"}, "body": "<!-- orrery: state machines -->\nolder"}
    outcome = bench.run("redrawn", comments=talk + [own, own | {"id": 1000}])
    expect(
        outcome, not_doubled=len(outcome.comments) == 152, edited=CHANGE in outcome.comments[150]["body"],
        one_edited=CHANGE not in outcome.comments[151]["body"])


def wrong_workflows(bench):
    """With one line wrong the run fails, so these scenarios can fail."""
    failing = [
        ("an option that gh lacks", {}, COMMENT, "unknown flag: --create-if-none",
         ("gh api --silent -X POST", 'gh pr comment 1 --body-file "$body" --edit-last --create-if-none #')),
        ("a comment for a fork", {"fork": True}, COMMENT, "HTTP 403",
         ("head.repo.full_name == github.repository", "head.repo.full_name != github.repository")),
        ("a shallow checkout", {}, SUMMARY, "origin/main", ("fetch-depth: 0", "fetch-depth: 1")),
        ("a clone of a commit", {"version": git(bench.tool, "rev-parse", "1.0.0")}, "Build Orrery",
         "Remote branch", ('git fetch --quiet --depth 1 "$ORRERY_REPOSITORY" "$ORRERY_VERSION"',
                           'git clone --branch "$ORRERY_VERSION" "$ORRERY_REPOSITORY" clone')),
    ]
    if os.geteuid() == 0:
        failing.append(
            ("a checkout of somebody else", {}, SUMMARY, "dubious ownership",
             ("git config --global --add safe.directory", "true")))
    for name, options, step, said, edit in failing:
        outcome = bench.run("redrawn", edits=[edit], **options)
        expect(outcome, **{name: outcome.steps[step] == "failure" and said in outcome.log})
        if step != "Build Orrery":
            expect(outcome, checked_all_the_same=outcome.steps[CHECK] == "success")
    for edit in (
        ("github.base_ref", "github.head_ref"), ("actions/checkout@v4", "actions/checkout@v9"),
        ('"origin/$BASE"', '"origin/${{ github.base_ref }}"'),
    ):
        try:
            bench.run("redrawn", edits=[edit])
        except (Failed, UnknownExpression):
            continue
        raise Failed(f"`{edit[1]}` was taken")


SCENARIOS = [
    own_pull_request, many_comments, other_version, fork, stale_diagrams, missing_values, long_summary,
    nothing_changed, push, wrong_workflows,
]


def main():
    if len(sys.argv) != 2 or not os.access(sys.argv[1], os.X_OK):
        sys.exit("usage: Tests/Workflow/run ORRERY_BINARY")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder).resolve(), str(Path(sys.argv[1]).resolve()))
        for scenario in SCENARIOS:
            try:
                scenario(bench)
            except (Failed, UnknownExpression) as failure:
                sys.exit(f"error: {scenario.__name__}: {failure}")
            print(f"{scenario.__name__.replace('_', ' ')}: as it should")
    print(f"=> {len(SCENARIOS)} scenarios of the workflow in {bench.count} runs")


if __name__ == "__main__":
    main()
