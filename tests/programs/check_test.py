# SPDX-License-Identifier: MIT
"""What `gemmscope check` finds in recordings of this folder's programs: nothing in right ones, in those of wrong/ what is
wrong with them.

Usage: check_test.py GEMMSCOPE RUNTIME_FOLDER SOURCE_FOLDER PROGRAM...
"""
import json
import os
import re
import subprocess
import sys
import tempfile

# By program and kernel: each fault, `in a warp` if both threads are in one warp, out of bounds with how many accesses of which
# site, with words of the line of the access, which comes second, and of the other; for races, the line after which a barrier
# would go, if any.
WRONG = {
    ("races", "no_barrier"): [("read after write", "threadIdx.x - 32", "= from[")],
    ("races", "no_second_barrier"): [("write after read", "+ round", "sum +=", "sum +=")],
    ("races", "no_syncwarp"): [("read after write in a warp", "threadIdx.x ^ 1", "= from[")],
    ("races", "same_cell"): [("write after write", "number = from", "number = from"),
                             ("write after write in a warp", "number = from", "number = from")],
    ("global_races", "no_barrier"): [("read after write", "threadIdx.x - 32", "= 5 *")],
    ("global_races", "shift"): [("write after read", "= next", "+ 1]", "+ 1]")],
    ("global_races", "last"): [("write after write", "*to = ", "*to = "),
                               ("write after write in a warp", "*to = ", "*to = ")],
    ("global_races", "largest_bin"): [("read after write", "bins[bin] > bins[largest]", "atomicAdd(&bins", "atomicAdd(&bins")],
    ("block_races", "takes_from_the_block_before"): [("race between blocks", "numbers[i - 1]", "= 3 * i")],
    ("block_races", "takes_from_the_layer_before"): [("race between blocks", "sums[kLayer", "= 3 * i")],
    ("block_races", "all_store_one"): [("race between blocks", "*largest = ", "*largest = ")],
    ("block_races", "share_scratch"): [("race between blocks", "] = numbers[i]", "] = numbers[i]"),
                                       ("race between blocks", "= scratch[", "] = numbers[i]")],
    ("block_races", "smooths"): [("race between blocks", "numbers[i - 1]", "numbers[i] = half")],
    ("block_races", "sums_of_blocks"): [("race between blocks", "+= sums[", "sums[blockIdx.x * 64 +")],
    ("early_copies", "no_wait"): [("copy in flight", "= numbers[threadIdx.x] + 1", "memcpy_async")],
    ("early_copies", "barrier_before_wait"): [("copy in flight", "numbers[threadIdx.x ^ 1]", "memcpy_async")],
    ("early_copies", "waits_for_the_first"): [("copy in flight", "numbers[1][threadIdx.x ^ 33]", "memcpy_async")],
    ("early_copies", "overwritten"): [("copy in flight", "numbers[kThreads - 1", "memcpy_async")],
    ("early_copies", "waits_alone"): [("read after write", "numbers[threadIdx.x ^ 33] + more", "memcpy_async", "wait_prior(0)")],
    ("early_phases", "nobody_waits"): [("copy in flight", "= numbers[t] + 1", "memcpy_async")],
    ("early_phases", "one_phase_short"): [("write after read", "= from[t] + n", "numbers[t ^ 33]")],
    ("early_phases", "others_meet"): [("read after write", "numbers[t ^ 33]", "= from[t")],
    ("early_phases", "released_early"): [("write after read", "= from[t] + 2 * n", "buffer[n % 2][t ^ 35]")],
    ("early_phases", "announced_early"): [("write after read", "= from[t] + 2 * n", "box[n % 2][t ^ 35]")],
    ("unasked", "shifts_first"): [("race between blocks", "to[i - 1]", "to[i] = from[i]")],
    ("unasked", "zeroes_first"): [("race between blocks", "atomicAdd(&counts", "counts[threadIdx.x] = 0")],
    ("unasked", "volatile_tail"): [("read after write in a warp", "sums[t] +=", "sums[t] +=")],
    ("unasked", "volatile_steps"): [("read after write in a warp", "sums[t] +=", "sums[t] +=")],
    ("unasked", "two_exchanges"): [("read after write in a warp", "threadIdx.x ^ 1", "] = from["),
                                   ("read after write in a warp", "threadIdx.x ^ 2", "] = next")],
    ("unasked", "all_store_it"): [("write after write in a warp", "to[threadIdx.x / 32]", "to[threadIdx.x / 32]")],
    ("barriers_on_a_line", "one_more_on_a_line"): [("divergence of 1 blocks", "", "")],
    ("barriers_on_a_line", "called_once_more"): [("divergence of 1 blocks", "", "")],
    ("two_barriers", "one_more"): [("divergence of 1 blocks", "", "")],
    ("two_barriers", "leaves_later"): [("divergence of 1 blocks", "", "")],
    ("two_barriers", "ends_sooner"): [("divergence of 1 blocks", "", "")],
    ("two_barriers", "reads_behind"): [("divergence of 1 blocks", "", "")],
    ("two_barriers", "reads_before"): [("divergence of 1 blocks", "", ""),
                                       ("read after write", "sum = cells[63", "] = values[", "] = values[")],
    ("leaders", "one_tells_all"): [("read after write", "+ shift", "shift = from", "  }")],
    ("leaders", "end_of_tree"): [("read after write", "= sums[0];", "+= sums", "  }")],
    ("leaders", "next_round"): [("write after read", "limit = from", "sum += limit", "sum += limit")],
    ("leaders", "two_branches"): [("read and write", "= number", "number = from", "")],
    ("leaders", "two_cases"): [("read and write", "= number", "number = from", "")],
    ("leaders", "hands_over"): [("read and write", "sum += numbers", "numbers[lane] = from", "")],
    ("leaders", "lane_tells_warp"): [("read after write in a warp", "= firsts", "] = from", "] = from")],
    ("leaders", "sums_twice"): [("write after read", "] = number", "return sums[0]", "const int sum = ")],
    ("leaders", "in_a_branch"): [("read after write", "63 - threadIdx.x", "] = from", "")],
    ("leaders", "spreads"): [("write after read", "= round + 2", "== round + 1", "== round + 1")],
    ("leaders", "tile_and_halo"): [("read after write", "sum += cells", "cells[threadIdx.x + 4] =", "  }")],
    ("leaders", "volatile_tree"): [("read after write", "parts[threadIdx.x] +=", "parts[threadIdx.x] +=", "parts[threadIdx.x] +=")],
    ("leaders", "two_halves"): [("read after write", "cells[1 - half]", "cells[1 - half]", "cells[1 - half]")],
    ("lost_updates", "counts"): [("lost update", "before = *count", "*count = before")],
    ("lost_updates", "counts_bins"): [("lost update", "++bins", "++bins")],
    ("lost_updates", "largest"): [("lost update", "*to = number", "*to = number")],
    ("lost_updates", "largest_exchanged"): [("lost update", "number > *to", "number > *to")],
    ("lost_updates", "largest_of_block"): [("lost update", "most < from", "most < from")],
    ("lost_updates", "last_adds_plainly"): [("lost update", "sum += from", "atomicAdd(&sum")],
    ("one_mistake", "sorts"): [("read after write", "a = s[t]", "s[t] = b", "  }")],
    ("one_mistake", "visits"): [("lost update", "level[next] == 0", "level[next] = 1")],
    ("one_mistake", "behind_the_lock"): [("lost update", "sums[bin] +=", "sums[bin] +=")],
    ("one_mistake", "sums_in_place"): [("write after read", "s[t] += s[", "s[t] += s[")],
    ("one_mistake", "hands_on"): [("read after write", "between[i + 1]", "between[i] =", "between[i] =")],
    ("one_mistake", "tells_its_warp"): [("read after write in a warp", "first = base[", "base[warp] =", "base[warp] =")],
    ("unordered", "divides_too_early"): [("race between blocks", "atomicAdd(sum", "*sum = *sum /")],
    ("unordered", "reads_too_early"): [("race between blocks", "= *sum", "atomicAdd(sum")],
    ("unordered", "takes_places"): [("read after write", "to[place", "place = atomicAdd", "place = atomicAdd")],
    ("unordered", "counts_beside"): [("read after write", "= numbers[", "numbers[threadIdx.x] =", "numbers[threadIdx.x] =")],
    ("unordered", "another_counter"): [("race between blocks", "+= sums[b]", "sums[blockIdx.x] =")],
    ("unordered", "last_adds_up"): [("read after write", "missing == 0", "missing = kBlocks", "missing = kBlocks")],
    ("unordered", "last_warp_adds_up"): [("read after write in a warp", "missing == 0", "missing = kBlocks",
                                          "missing = kBlocks")],
    ("unordered", "stores_behind_the_ticket"): [("read after write", "missing == 0", "missing = kBlocks", "missing = kBlocks"),
                                                ("race between blocks", "+= sums[", "sums[i] =")],
    ("mask", "half_of_the_warp"): [("absent lane of 2 blocks in a warp", "", "")],
    ("mask", "last_round"): [("absent lane of 1 blocks in a warp", "", "")],
    ("lanes", "beyond_the_block"): [("undefined value", "", "")],
    ("lanes", "outside_the_mask"): [("undefined value", "", "")],
    ("lanes", "have_ended"): [("undefined value", "", "")],
    ("lanes", "counted_in_cells"): [("uninitialised read", "atomicAdd(&counts", "")],
    ("early_bulk", "nobody_waits"): [("copy in flight", "numbers[threadIdx.x ^ 33]", "")],
    ("overrun", "overrun"): [("out of bounds, 1 of numbers_load", "threadIdx.x + 1", "")],
    ("overrun", "left_of"): [("out of bounds, 1 of more_load", "more[threadIdx.x - 1]", "")],
    ("beyond", "bins"): [("out of bounds, 20 of counts_atomic", "&counts[values", "")],
    ("beyond", "rows"): [("out of bounds, 11 of low_load", "low[row[t]", "")],
    ("beyond", "in_front"): [("out of bounds, 2 of keys_load", "keys[place - 1]", "")],
    ("beyond", "columns"): [("out of bounds, 20 of counts_load", "[t]++", "")],
    ("beyond", "in_dynamic"): [("out of bounds, 20 of heads_load", "heads[places[t]]", "")],
    ("cut_tiles", "column_too_far"): [("out of bounds, 16 of a_load", "sum += a[", "")],
    ("cut_tiles", "no_neighbour_float"): [("out of bounds, 1 of first_load", "first[i + 1]", "")],
    ("cut_tiles", "bins_too_many"): [("out of bounds, 4 of bins_atomic", "atomicAdd(&bins", "")],
    ("cut_tiles", "one_coefficient_more"): [("out of bounds, 64 of coefficients_load", "coefficients[k]", "")],
    ("cut_tiles", "steps_too_far"): [("out of bounds, 2 of numbers_load", "numbers[i + step] <=", "")],
    ("cut_tiles", "no_room_for_the_total"): [("out of bounds, 1 of begins_store", "begins[16] =", "")],
    ("cut_tiles", "halo_too_far"): [("out of bounds, 2 of tile_store", "tile[64 + i]", "")],
    ("cut_tiles", "one_in_front"): [("out of bounds, 1 of exact_load", "exact[i - 1]", "")],
    ("said_otherwise", "exchanges"): [("not as said", "As[ty][tx] = A[", "")],
    ("said_otherwise", "forgets_padding"): [("not as said", "As[ty][tx] = A[", ""), ("not as said", "C[row * N", "")],
    ("said_otherwise", "takes_the_other"): [("not as said", "Bs[ty][tx] = A[", "")],
    ("said_otherwise", "reads_columns"): [("not as said", "C[row * N", "")],
    ("said_otherwise", "part_of_it"): [("not as said", "C[row * N", "")],
    ("said_otherwise", "leaves_out_a_tile"): [("not as said", "C[row * N", "")],
    ("said_otherwise", "takes_one_row"): [("not as said", "C[row * N", "")],
    ("said_otherwise", "reads_C"): [("C read with beta = 0", "b * C[", "")],
    ("two_names", "in_one_step"): [("overlapping arrays", "weights[t] =", "sums[t] =")],
    ("two_names", "in_a_loop"): [("overlapping arrays", "sums[t] =", "exact[t] =")],
    ("half_filled", "half_filled"): [("uninitialised read", "127 - threadIdx.x", "")],
    ("half_filled", "sums_two"): [("uninitialised read", "= weights[", ""), ("uninitialised read", "= numbers[", "")],
    ("half_filled", "three_of_four"): [("uninitialised read", "numbers[threadIdx.x / 4]", "")],
    ("unwritten", "adds_to_nothing"): [("unwritten read", "sums[threadIdx.x] +=", "")],
    ("unwritten", "counts_from_nothing"): [("unwritten read", "atomicAdd(total", "")],
    ("unwritten", "half_copied"): [("unwritten read", "numbers[127 - threadIdx.x]", "")],
    ("late_fault", "one_tells_all"): [("fault", "to[threadIdx.x + 1000]", ""),
                                      ("read after write in a warp", "+ shift", "shift = from", "shift = from")],
    ("out_of_bounds", "twice"): [("fault", "values[i]", "")],
    ("halo", "differences"): [("fault", "from[i - 1]", "")],
    ("freed", "fill"): [("fault", "", "")],
    ("small_variable", "fill"): [("fault", "few[threadIdx.x]", "")],
    ("small_tile", "copies"): [("fault", "copy_tile(tile, from, 8)", "")],
    ("unchecked", "beyond"): [("fault", "from[threadIdx.x + 32 * i + 64]", "")],
    ("null_pointer", "fill"): [("fault", "", "")],
    ("host_pointer", "add"): [("fault", "", "")],
    ("misaligned", "copy"): [("fault", "from + 4 * threadIdx.x + 1", "")],
    ("rows_apart", "first_four"): [("fault", "rows + 6 * threadIdx.x", "")],
    ("shared_out_of_bounds", "turn"): [("fault", "tile[threadIdx.x] =", "")],
    ("barrier_in_branch", "half"): [("fault", "", "")],
    ("uneven_barrier", "smooth"): [("fault", "", "")],
    ("wrong_places", "rows_of_warps"): [("read after write", "to[row", "] = atomicAdd")],
    ("wrong_places", "one_row"): [("read after write", "to[row", "row = atomicAdd"), ("write after write", "to[row", "to[row")],
    ("assertion", "check"): [("fault", "", "")],
    ("grid_sync_in_branch", "grid_sync_in_branch"): [("fault", "", "")],
    ("not_cooperative", "not_cooperative"): [("fault", "", "")],
    ("no_room", "no_room"): [("fault", "", "")],
    ("freed_twice", "freed_twice"): [("fault", "", "")],
    ("unwritten", "copies_nothing"): [("unwritten read", "__pipeline_memcpy_async(&cells", "")],
}

# By program and kernel, of its one finding: the kinds of those that only follow from it, and words of the advice.
FOLLOWS = {
    ("one_mistake", "sorts"): ({"lost update", "write after read", "write after write"}, "A barrier"),
    ("one_mistake", "visits"): ({"read after write"}, "an atomic operation"),
    ("one_mistake", "behind_the_lock"): ({"read after write", "write after read"}, "A lock must be taken before the load"),
    ("one_mistake", "sums_in_place"): ({"write after read"}, "end the branch before a barrier"),
    ("one_mistake", "hands_on"): ({"unwritten read"}, "A barrier"),
    ("beyond", "columns"): ({"out of bounds"}, ""),
    ("cut_tiles", "halo_too_far"): ({"write after write"}, ""),
    ("block_races", "sums_of_blocks"): (set(), "a __syncthreads before the signal"),
    ("block_races", "smooths"): (set(), "a second launch"),
}

# Remarks that are not findings: how often.
REMARKS = {("leaders", "hands_over"): ("divergence", 1), ("two_barriers", "two_barriers"): ("divergence", 2), ("barriers_on_a_line", "branches_on_a_line"): ("divergence", 1),
           ("barriers_on_a_line", "called_in_branches"): ("divergence", 1),
           ("barriers_on_a_line", "called_on_a_line"): ("divergence", 1)}

# Right ones whose warps and blocks wait for each other by reading memory. Kernels of libraries: how their names begin.
WAITING = [("flags", "pass"), ("flags", "hand_over"), ("grid_barrier", "shift"), ("grid_barrier", "sum_from_here"), ("grid_barrier", "differences"), ("tickets", "look_back"), ("thrust_and_cub", "DeviceScanKernel"),
           ("thrust_and_cub", "DeviceRadixSortOnesweepKernel")]

# Undecided races, as values are not recorded.
UNDECIDED = {("unordered", "takes_turns"): {"race between blocks"}, ("published", "look_up"): {"race between blocks"}}

# It is found where blocks came between the two accesses of another one, which depends on the host's threads.
UNDECIDED_OR_FOUND = [("unordered", "takes_turns")]

# Stores of the same value in the run: whether both threads are in one warp.
AGREED = {("sums", "rows"): {True, False}, ("sums", "with_neighbours"): {True, False}, ("unordered", "takes_places"): {False}}
gemmscope, runtime, sources, *programs = sys.argv[1:]
failures = []


def checked_json(recording):
    done = subprocess.run([gemmscope, "check", recording, "--json"], capture_output=True, text=True)
    result = json.loads(done.stdout)
    if done.returncode != (1 if result["findings"] else 0):
        failures.append(f"check {recording} ended with {done.returncode}\n{done.stderr}")
    if "fault" in [f["fault"] for f in result["findings"][1:]]:
        failures.append(f"{recording}: what ended the launch is not the first finding")
    if result["undecided"] and not result["findings"]:
        text = subprocess.run([gemmscope, "check", recording], capture_output=True, text=True).stdout
        if "nothing found" in text or "not decided" not in text:
            failures.append(f"check {recording} does not say what it has not decided:\n{text}")
    return result


def found(recording, result, lines):
    """(fault, line of the access, line of the other, line behind which a barrier would go)."""
    findings = result["findings"]
    for name, text in ((match[1], f["text"]) for f in findings for match in re.finditer(r"(\w+)\[0\]\[", f["text"])):
        if not any(re.search(rf"\b{name}\[[^\]]*\]\[", line) for line in lines):
            failures.append(f"{recording}: an array that is declared without rows has one index: {text}")
    behind = {gap["findings"][0]: gap["behind"] for gap in result["barrier_gaps"]}

    def line(access):
        return lines[access["line"] - 1] if access else ""

    def fault(f):
        blocks = f" of {f['count']} blocks" if f["fault"] in ("divergence", "absent lane") else ""
        count = f", {f['count']} of {f['at']['site']}" if f["fault"] == "out of bounds" else ""
        return f["fault"] + blocks + count + (" in a warp" if f["in_warp"] else "")
    return {(fault(f), line(f["at"]), line(f["other"]), lines[behind[i] - 1] if behind.get(i) else "")
            for i, f in enumerate(result["findings"])}


def are_alike(finding, expected):
    return (finding[0] == expected[0] and all(text in line for line, text in zip(finding[1:], expected[1:]))
            and (len(expected) < 4 or bool(expected[3]) == bool(finding[3])))


def check_program(program):
    """The kernels that were recorded."""
    name = os.path.basename(program)
    folder = next(f for f in ("", "wrong", "libraries") if os.path.exists(os.path.join(sources, f, name + ".cu")))
    with open(os.path.join(sources, folder, name + ".cu")) as file:
        lines = file.read().split("\n")
    with tempfile.TemporaryDirectory() as to:
        subprocess.run([program], env={**os.environ, "LD_LIBRARY_PATH": runtime, "GEMMSCOPE_RECORD_TO": to},
                       capture_output=True)
        kernels = {(name, os.path.splitext(file)[0]) for file in os.listdir(to) if file.endswith(".gst")}
        for kernel in sorted(kernels):
            result = checked_json(os.path.join(to, kernel[1] + ".gst"))
            if kernel in UNDECIDED_OR_FOUND and result["findings"]:
                result["undecided"], result["findings"] = result["findings"] + result["undecided"], []
            findings, expected = found(kernel, result, lines), WRONG.get(kernel, [])
            if len(findings) != len(expected) or not all(any(are_alike(f, e) for f in findings) for e in expected):
                failures.append(f"{kernel}: {findings}")
            if kernel in FOLLOWS and len(result["findings"]) == 1:
                finding, (faults, advice) = result["findings"][0], FOLLOWS[kernel]
                if {f["fault"] for f in finding["consequences"]} != faults or advice not in finding["advice"]:
                    failures.append(f"{kernel}: {finding['advice']} {[f['fault'] for f in finding['consequences']]}")
            both = AGREED.get(kernel, set())
            if {f["in_warp"] for f in result["agreed"]} != both:
                failures.append(f"{kernel}: not as it should be which stores agreed")
            remarks = [(f["fault"], f["count"]) for f in result["remarks"] if f["remark"] == "barriers in branches"]
            if remarks != ([REMARKS[kernel]] if kernel in REMARKS else []):
                failures.append(f"{kernel}: {remarks}")
            if doubts := [f["text"] for f in result["remarks"] if f["remark"] in ("left out", "skipped", "index") and not folder]:
                failures.append(f"{kernel}: {doubts}")
            if {f["fault"] for f in result["undecided"]} != UNDECIDED.get(kernel, set()):
                failures.append(f"{kernel}: not decided: {[f['text'] for f in result['undecided']]}")
    return kernels


checked = set().union(*map(check_program, programs))
waiting = [any(program == p and kernel.startswith(k) for program, kernel in checked) for p, k in WAITING]
if len(checked) < 30 or not WRONG.keys() <= checked or not all(waiting):
    failures.append(f"only these were recorded: {sorted(checked)}")
if failures:
    sys.exit("\n".join(failures))
