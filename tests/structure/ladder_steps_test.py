# SPDX-License-Identifier: MIT
"""The steps of the ladder, kernels/NN_name.cu, are as a student should meet them: short, and each a change of one idea.

Usage: ladder_steps_test.py KERNELS
"""
import difflib
import re
import sys
from pathlib import Path

# A step as a whole is new in sgemm64, which is another program's, and its kernel is longer than a slide.
LONGEST_KERNEL, MOST_CHANGED, LONGEST_LINE, ASIDE = 80, 80, 120, "12_sgemm64"
failures = []


def expect(holds, what):
    if not holds:
        failures.append(what)


def changed_lines(old, new):
    """Lines that are new or no more, whichever are more."""
    lines = [line[0] for line in difflib.unified_diff(old, new, n=0, lineterm="") if not line.startswith(("+++", "---"))]
    return max(lines.count("+"), lines.count("-"))


steps = sorted(Path(sys.argv[1]).glob("[0-9]*.cu"))
expect([int(step.name[:2]) for step in steps] == list(range(1, len(steps) + 1)), "numbers without a gap")
before = None
for step in steps:
    lines = step.read_text().splitlines()
    name = step.stem[3:]
    for number, line in enumerate(lines, 1):
        expect(len(line) <= LONGEST_LINE, f"{step.name}:{number}: {len(line)} characters")
    expect(f"// Step {int(step.name[:2])} of the ladder: " in lines[1], f"{step.name}: its second line says which step it is")
    for word in ("Change", "Watch", "Source"):
        expect(any(line.startswith(f"// {word}   ") for line in lines), f"{step.name} has no line '{word}'")
    begin = next((i for i, line in enumerate(lines) if line.startswith(name + "(")), None)
    expect(begin is not None, f"{step.name}: its kernel is called {name}")
    if begin is not None and step.stem != ASIDE:
        kernel = lines.index("}", begin) - begin + 2  # with __global__, the line before
        expect(kernel <= LONGEST_KERNEL, f"{step.name}: its kernel has {kernel} lines")
    if before is not None and step.stem != ASIDE:
        changed = changed_lines(before, lines)
        expect(changed <= MOST_CHANGED, f"{step.name} differs from the step before it in {changed} lines")
    numbers = set(re.findall(r"(\w+) = -?\d+[,;]", " ".join(line for line in lines if line.startswith("constexpr int"))))
    for preset, assignments in re.findall(r"// gemmscope: preset (\w+): (.*)", "\n".join(lines)):
        named = set(re.findall(r"(\w+) = ", assignments))
        expect(named <= numbers, f"{step.name}: preset {preset} names {sorted(named - numbers)}")
    before = lines

if failures:
    sys.exit("\n".join(failures))
