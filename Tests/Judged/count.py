#!/usr/bin/env python3
"""Counts what each rule of `orrery lint` finds in checkouts of public projects.

  Tests/Judged/count.py ORRERY FOLDER

FOLDER holds the checkouts of `repositories.json`, each as owner/name.
The counts are written to `counts.json`, of which the page LintPrecision.md is made.
"""

import collections
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent


def findings(orrery: str, checkout: pathlib.Path) -> list[dict]:
    """What all rules find, those too that run only where they are enabled."""
    rules = json.loads(run(orrery, "lint", "--list", "--reporter", "json"))["rules"]
    enable = [word for rule in rules if rule["isOptIn"] for word in ("--enable", rule["id"])]
    report = run(orrery, "lint", ".", "--tests", "--reporter", "json", *enable, folder=checkout)
    return json.loads(report)["findings"]


def run(*arguments: str, folder: pathlib.Path | None = None) -> str:
    result = subprocess.run(arguments, cwd=folder, capture_output=True, text=True, check=False)
    if not result.stdout:
        sys.exit(f"{' '.join(arguments)}: {result.stderr}")
    return result.stdout


def main() -> None:
    orrery, folder = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2])
    repositories = json.loads((HERE / "repositories.json").read_text())
    counts: dict[str, dict[str, int]] = collections.defaultdict(dict)
    for repository in sorted(repositories):
        found = findings(orrery, folder / repository)
        for rule, count in collections.Counter(finding["rule"] for finding in found).items():
            counts[rule][repository] = count
    text = json.dumps(counts, indent=1, sort_keys=True)
    (HERE / "counts.json").write_text(text + "\n")
    for rule, numbers in sorted(counts.items()):
        print(f"{rule}: {sum(numbers.values())} in {len(numbers)} checkouts")


if __name__ == "__main__":
    main()
