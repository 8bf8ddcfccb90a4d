"""Stands in for apt-get, gh and swift: `standins.py TOOL FOLDER ARGUMENTS…`.

Each call is recorded in FOLDER/calls.jsonl. The other files of FOLDER say how to answer:
comments.json holds the comments of the pull request, read-only is there where the token may not write,
orrery is the program that a build gives.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

# The options of gh 2.23.0, which Debian 12 has; those that take a value end in `=`.
GH_OPTIONS = {
    "api": "--cache= --field= -F= --header= -H= --hostname= --include -i --input= --jq= -q= --method= -X="
    " --paginate --preview= -p= --raw-field= -f= --silent --template= -t= --help",
    "pr comment": "--body= -b= --body-file= -F= --edit-last --editor -e --web -w --repo= -R= --help",
}
COMMENT_LIMIT = 65_536


def fail(text):
    print(text, file=sys.stderr)
    sys.exit(1)


def parse(command, arguments):
    """The options, by name, and the other arguments; ends like gh where an option is unknown."""
    known = GH_OPTIONS[command].split()
    options, others = {}, []
    arguments = list(arguments)
    while arguments:
        argument = arguments.pop(0)
        name, _, value = argument.partition("=")
        if not argument.startswith("-"):
            others.append(argument)
        elif name + "=" in known:
            options.setdefault(name, []).append(value or arguments.pop(0))
        elif argument in known:
            options[argument] = True
        else:
            fail(f"unknown flag: {argument}")
    return options, others


def gh(folder, arguments, record):
    command = next((name for name in GH_OPTIONS if arguments[: name.count(" ") + 1] == name.split()), None)
    if command is None:
        fail(f"unknown command {arguments} for this stand-in")
    options, others = parse(command, arguments[command.count(" ") + 1 :])
    if command != "api":
        fail(f"the stand-in knows no more than the options of gh {command}")
    fields = dict(field.split("=", 1) for field in options.get("--field", []))
    body = fields.get("body", "")
    if body.startswith("@"):
        body = Path(body[1:]).read_text(encoding="utf-8")
    method = options.get("--method", options.get("-X", ["POST" if fields else "GET"]))[-1]
    if not os.environ.get("GH_TOKEN"):
        fail("To get started with GitHub CLI, please run:  gh auth login")
    if len(others) != 1:
        fail(f"accepts 1 arg(s), received {len(others)}")
    record(method=method, endpoint=others[0], body=body)
    answer(folder, method, others[0], body, options)


def answer(folder, method, endpoint, body, options):
    """Lists, adds or changes comments, as the API of GitHub does."""
    file = folder / "comments.json"
    comments = json.loads(file.read_text())
    path, _, query = endpoint.partition("?")
    parts = path.split("/")
    if parts[0] != "repos" or parts[3] != "issues":
        fail("gh: Not Found (HTTP 404)")
    if method == "GET" and parts[5:] == ["comments"]:
        list_pages(comments, query, options)
        return
    if (folder / "read-only").exists():
        fail("gh: Resource not accessible by integration (HTTP 403)")
    if len(body) > COMMENT_LIMIT:
        fail(f"gh: Body is too long (maximum is {COMMENT_LIMIT} characters) (HTTP 422)")
    if method == "POST" and parts[5:] == ["comments"]:
        comments.append({"id": 1000 + len(comments), "user": {"type": "Bot"}, "body": body})
    elif method == "PATCH" and parts[4] == "comments":
        found = [comment for comment in comments if str(comment["id"]) == parts[5]]
        if not found:
            fail("gh: Not Found (HTTP 404)")
        found[0]["body"] = body
    else:
        fail("gh: Not Found (HTTP 404)")
    file.write_text(json.dumps(comments))


def list_pages(comments, query, options):
    """Prints what --jq selects of each page: of the first one only, without --paginate."""
    size = int(query.removeprefix("per_page=") or 30)
    pages = [comments[start : start + size] for start in range(0, len(comments), size)] or [[]]
    for page in pages if "--paginate" in options else pages[:1]:
        selected = ["jq", "-r", options.get("--jq", options.get("-q", ["."]))[-1]]
        subprocess.run(selected, input=json.dumps(page), text=True, check=True)


def swift(folder, arguments, record):
    """Gives the prepared program for the product `orrery` of the package that it is called in."""
    package = Path.cwd()
    if "--package-path" in arguments:
        package = Path(arguments[arguments.index("--package-path") + 1])
    if arguments[0] != "build" or not (package / "Package.swift").exists():
        fail(f"error: nothing to build for swift {arguments} in {package}")
    record(version=(package / "VERSION").read_text().strip())
    (package / ".build/release").mkdir(parents=True)
    shutil.copy(folder / "orrery", package / ".build/release/orrery")


def main():
    tool, folder, arguments = sys.argv[1], Path(sys.argv[2]), sys.argv[3:]

    def record(**more):
        with open(folder / "calls.jsonl", "a", encoding="utf-8") as calls:
            calls.write(json.dumps({"tool": tool, "arguments": arguments, **more}) + "\n")

    if tool == "apt-get":
        record()
    else:
        {"gh": gh, "swift": swift}[tool](folder, arguments, record)


if __name__ == "__main__":
    main()
