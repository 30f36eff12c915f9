# SPDX-License-Identifier: MIT
"""What `gemmscope run` records of some programs, against figures counted from their text.

Usage: recorded_test.py GEMMSCOPE TILED.CU HISTOGRAM.CU CONVOLUTION.CU TWO_FILES.CU ASYNC_COPY.CU CHOSEN.CU LAYERS.CU FOUND.CU BATCHED.CU BULK_COPY
Needs nvcc.
"""
import json
import os
import subprocess
import sys
import tempfile

T, M, N, K = 32, 72, 100, 80
gemmscope, source, histogram, convolution, two_files, async_copy, chosen, layers, found_by_pointers, batched, bulk_copy = sys.argv[1:]


def sectors(addresses):
    """Of the elements of 4 bytes that a warp's lanes touch."""
    return len({4 * a // 32 for a in addresses})


def expected():
    """Requests, and sectors of those to global memory, of each site: a warp is a row of a block."""
    sites = {}

    def add(name, *requests):
        for addresses in requests:
            if addresses:
                count, moved = sites.get(name, (0, 0))
                sites[name] = (count + 1, moved + (sectors(addresses) if name in ("A_load", "B_load", "C_store") else 0))

    lanes = range(T)
    for by in range(0, M, T):
        for bx in range(0, N, T):
            for ty in lanes:
                for k0 in range(0, K, T):
                    add("A_load", [(by + ty) * K + k0 + tx for tx in lanes if by + ty < M and k0 + tx < K])
                    add("B_load", [(k0 + ty) * N + bx + tx for tx in lanes if k0 + ty < K and bx + tx < N])
                    add("As_store", lanes), add("Bs_store", lanes)
                    add("As_load", *[lanes] * T), add("Bs_load", *[lanes] * T)
                add("C_store", [(by + ty) * N + bx + tx for tx in lanes if by + ty < M and bx + tx < N])
    return sites


with tempfile.TemporaryDirectory() as folder:
    unread = subprocess.run([gemmscope, "run", source, "-o", folder, "--tensor", "A=4"], capture_output=True, text=True)
    if unread.returncode == 0 or "--tensor 'A=4' is no array's shape" not in unread.stderr or os.listdir(folder):
        sys.exit(f"--tensor A=4 ended with {unread.returncode}\n{unread.stdout}{unread.stderr}{os.listdir(folder)}")
    done = subprocess.run([gemmscope, "run", source, "-o", folder, "--tensor", f"A=4:{2 * M}x{K // 2}"],
                          capture_output=True, text=True)
    if done.returncode != 0 or not done.stdout.startswith("right\n") or os.listdir(folder) != ["tiled.gst"]:
        sys.exit(f"gemmscope run ended with {done.returncode}\n{done.stdout}{done.stderr}{os.listdir(folder)}")
    report = json.loads(subprocess.run([gemmscope, "report", folder + "/tiled.gst", "--json"], capture_output=True,
                                       check=True, text=True).stdout)
    lanes = subprocess.run([gemmscope, "report", folder + "/tiled.gst", "--view", "lanes", "--select",
                            "block=0,0/warp=3/site=A_load"], capture_output=True, check=True, text=True).stdout
    if "[6][0]" not in lanes:  # element 3 * K of an array whose rows were said to be half as long
        sys.exit("A has not the shape that --tensor gives it:\n" + lanes)


def check_sites(report):
    found = {site["name"]: (site["requests"], site.get("sectors", 0)) for site in report["sites"]}
    if found != expected():
        sys.exit(f"recorded {found}\ncounted  {expected()}")


check_sites(report)
with tempfile.TemporaryDirectory() as folder:
    done = subprocess.run([gemmscope, "run", source, "-o", folder, "--addresses-only"], capture_output=True, text=True)
    if done.returncode != 0 or not done.stdout.startswith("C[0][0] is "):
        sys.exit(f"gemmscope run --addresses-only ended with {done.returncode}\n{done.stdout}{done.stderr}")
    check_sites(json.loads(subprocess.run([gemmscope, "report", folder + "/tiled.gst", "--json"], capture_output=True,
                                          check=True, text=True).stdout))


# A regular kernel costs a fiftieth of a byte a request, at most: here at a size with edges.
with tempfile.TemporaryDirectory() as folder, open(source) as file:
    own, large = file.read(), folder + "/large.cu"
    with open(large, "w") as changed:
        changed.write(own.replace("M = 72, N = 100, K = 80", "M = 500, N = 520, K = 510"))
    subprocess.run([gemmscope, "run", large, "-o", folder, "--addresses-only"], capture_output=True)
    report = json.loads(subprocess.run([gemmscope, "report", folder + "/tiled.gst", "--json"], capture_output=True,
                                       check=True, text=True).stdout)
    requests, size = sum(site["requests"] for site in report["sites"]), os.path.getsize(folder + "/tiled.gst")
    if requests < 8_000_000 or size > 0.02 * requests:
        sys.exit(f"{requests} requests took {size} bytes")


# What cannot be run is named as people name it, and the end of the program is not said to be the program's own.
with tempfile.TemporaryDirectory() as folder:
    with open(folder + "/odd.cu", "w") as file:
        file.write('__global__ void odd(int* x) { asm volatile("pmevent 1;"); *x = 1; }\n'
                   "int main() { odd<<<1, 1>>>(nullptr); return cudaDeviceSynchronize(); }\n")
    done = subprocess.run([gemmscope, "run", folder + "/odd.cu", "-o", folder], capture_output=True, text=True)
    if done.returncode != 1 or "kernel odd, line 1 of" not in done.stderr + done.stdout or "ended with" in done.stdout:
        sys.exit(f"gemmscope run ended with {done.returncode}\n{done.stdout}{done.stderr}")


def atomics():
    """Requests and wavefronts of the atomic operations in shared memory: lanes of one word share a wavefront, as all add 1."""
    requests = wavefronts = 0
    n, blocks, threads = 5000, 3, 128
    for first in range(0, blocks * threads, 32):
        for start in range(first, n, blocks * threads):
            words = {i * i % 251 for i in range(start, min(start + 32, n))}
            requests += 1
            wavefronts += max(sum(word % 32 == bank for word in words) for bank in range(32))
    return requests, wavefronts


with tempfile.TemporaryDirectory() as folder:
    subprocess.run([gemmscope, "run", histogram, "-o", folder], capture_output=True, check=True)
    report = json.loads(subprocess.run([gemmscope, "report", folder + "/histogram.gst", "--json"], capture_output=True,
                                       check=True, text=True).stdout)
    lanes = subprocess.run([gemmscope, "report", folder + "/histogram.gst", "--view", "lanes", "--select", "site=counts_atomic"],
                           capture_output=True, check=True, text=True).stdout
if "[0][" in lanes or "[31]" not in lanes:
    sys.exit("an array that nobody gave rows has one index:\n" + lanes)
found = {site["name"]: site for site in report["sites"] if site["op"] == "atomic"}
counted = (found["of_block_atomic"]["requests"], found["of_block_atomic"]["wavefronts"])
if counted != atomics() or found["counts_atomic"]["requests"] != 3 * 256 // 32:
    sys.exit(f"recorded {counted}, {found['counts_atomic']['requests']}\ncounted  {atomics()}, {3 * 256 // 32}")

with tempfile.TemporaryDirectory() as folder:
    subprocess.run([gemmscope, "run", convolution, "-o", folder], capture_output=True, check=True)
    report = json.loads(subprocess.run([gemmscope, "report", folder + "/convolve.gst", "--json"], capture_output=True,
                                       check=True, text=True).stdout)
names = {site["name"] for site in report["sites"]}
if not names or "filter_load" in names:
    sys.exit(f"loads of constant memory are no requests for sectors: {names}")


def numbered(path, text):
    """The line that has the text, from 1."""
    with open(path) as file:
        return next(i for i, line in enumerate(file, 1) if text in line)


# A function of another file, called twice: each call is told apart.
with tempfile.TemporaryDirectory() as folder:
    subprocess.run([gemmscope, "run", two_files, "-o", folder], capture_output=True, check=True)
    report = json.loads(subprocess.run([gemmscope, "report", folder + "/two_files.gst", "--json"], capture_output=True,
                                       check=True, text=True).stdout)
copies = {site["name"]: site["by_line"] for site in report["sites"] if site["name"] in ("As_store", "B_load")}
for name, call in (("As_store", "copy_tile(As"), ("B_load", "copy_tile(Bs")):
    inside, caller = numbered(os.path.dirname(two_files) + "/tile_copy.cuh", "cell(tile, threadIdx"), numbered(two_files, call)
    called = [(os.path.basename(place["file"]), place["line"]) for place in copies[name][0].get("called", [])]
    if len(copies[name]) != 1 or called != [("tile_copy.cuh", inside), ("two_files.cu", caller)]:
        sys.exit(f"{name} stands in line {inside} of tile_copy.cuh, called in line {caller}: {copies[name]}")



def halves():
    """Requests and sectors of the loads of chosen.cu's halves. a and b begin sectors."""
    requests = moved = 0
    threads, n = 128, 128 * 3 - 9
    for first in range(0, threads * 3, 32):
        warp = range(first, min(first + 32, n))
        requests += 2
        moved += len({("a" if i % 32 < 16 else "b", 4 * i // 32) for i in warp}) + sectors([n - 1 - i for i in warp])
    return requests, moved


# One request is one, in however many arrays its lanes are, and each lane's element is its own array's.
with tempfile.TemporaryDirectory() as folder:
    done = subprocess.run([gemmscope, "run", chosen, "-o", folder], capture_output=True, text=True)
    if done.returncode != 0 or sorted(os.listdir(folder)) != ["halves.gst", "queues.gst", "sort_out.gst", "turn.gst"]:
        sys.exit(f"gemmscope run ended with {done.returncode}\n{done.stdout}{done.stderr}{os.listdir(folder)}")
    report = json.loads(subprocess.run([gemmscope, "report", folder + "/halves.gst", "--json"], capture_output=True,
                                       check=True, text=True).stdout)
    views = [subprocess.run([gemmscope, "report", folder + "/halves.gst", "--view", "lanes", "--select",
                             f"block=0,1/warp=1/request={r + 1}"], capture_output=True, check=True, text=True).stdout
             for r in range(2)]
found = {site["name"]: (site["requests"], site["sectors"]) for site in report["sites"]}
if found.get("allocations_load") != halves():
    sys.exit(f"recorded {found}\ncounted  {halves()}")
if not any("a[175]" in view and "b[176]" in view for view in views):  # lanes 15 and 16 of the block's threads 32 to 63
    sys.exit("lanes are not in a and b:\n" + "".join(views))


def sites_of(file):
    """Requests of each site, by line and name."""
    report = json.loads(subprocess.run([gemmscope, "report", file, "--json"], capture_output=True, check=True,
                                       text=True).stdout)
    return {(line["line"], site["name"]): line["requests"] for site in report["sites"] for line in site["by_line"]}


# What pointers in memory lead to has their array's name, and sites of its own: 6 blocks of one warp.
with tempfile.TemporaryDirectory() as folder:
    done = subprocess.run([gemmscope, "run", found_by_pointers, "-o", folder, "--tensor", "s->x=4:12x16"],
                          capture_output=True, text=True)
    if done.returncode != 0 or len(os.listdir(folder)) != 6:
        sys.exit(f"gemmscope run ended with {done.returncode}\n{done.stdout}{done.stderr}{os.listdir(folder)}")
    for kernel, text, names in (("add", "s->x[i] + s->y[i]", ["s->x_load", "s->y_load", "to_store"]),
                                ("add_rows", "= a[threadIdx.x] - b", ["*t->A_load", "*t->B_load", "*t->C_store"]),
                                ("twice", "*= 2", ["numbers+0_load", "numbers+0_store"]),
                                ("subtract", "= even[blockIdx.x]", ["even_load", "odd_load", "to_store"])):
        found = sites_of(f"{folder}/{kernel}.gst")
        line = numbered(found_by_pointers, text)
        if any(found.get((line, name)) != 6 for name in names):
            sys.exit(f"{kernel} has not 6 requests each of {names} in line {line}: {found}")
    if any("*" in name for _, name in found):
        sys.exit(f"a pool to which two tables point belongs to none of them: {found}")
    nodes, gathered = ({name for _, name in sites_of(f"{folder}/{kernel}.gst")} for kernel in ("walk", "gather"))
    text = subprocess.run([gemmscope, "report", folder + "/add.gst"], capture_output=True, check=True, text=True).stdout
    rows = subprocess.run([gemmscope, "report", folder + "/add_rows.gst", "--view", "lanes", "--select",
                           "block=3,0,0/site=*t->B_load"], capture_output=True, check=True, text=True).stdout
if nodes != {"first_load", "*first_load", "sum_store"}:
    sys.exit(f"the nodes of a list are not an array beside the first: {nodes}")
if gathered != {"rows_load", "*rows_load", "to_store"}:
    sys.exit(f"rows of which each lane has its own are not what their table leads to: {gathered}")
if "12 \u00d7 16, given" not in text or "6 \u00d7 32, given" not in text:
    sys.exit("pointers of a struct in memory have no rows:\n" + text)
if "t->B[3][31]" not in rows:
    sys.exit("an element has not the name of the pointer that leads to it:\n" + rows)
with tempfile.TemporaryDirectory() as folder:
    subprocess.run([gemmscope, "run", batched, "-o", folder], capture_output=True, check=True)
    found = sites_of(folder + "/batched.gst")
line = numbered(batched, "sum += a[")
if found.get((line, "*A_load")) != 20 * 8 * 16 or found.get((line, "*B_load")) != 20 * 8 * 16:
    sys.exit(f"the matrices of A and B are not told apart in line {line}: {found}")

# Blocks along z have the names that CUDA gives them, x first; a part of them is a box.
def run_layers(*more):
    return subprocess.run([gemmscope, "run", layers, *more], capture_output=True, text=True)


with tempfile.TemporaryDirectory() as folder:
    recording = folder + "/layers.gst"
    done = run_layers("-o", folder, "--blocks", "1,0,1:2,3,3")
    if done.returncode != 0 or " of 6 blocks" not in done.stdout:
        sys.exit(f"gemmscope run --blocks ended with {done.returncode}\n{done.stdout}{done.stderr}")
    report = json.loads(subprocess.run([gemmscope, "report", recording, "--json"], capture_output=True, check=True,
                                       text=True).stdout)
    text = subprocess.run([gemmscope, "report", recording], capture_output=True, check=True, text=True).stdout
    # Block (1,2,1): the rows of its tile that M has are 16 to 19 of A's second matrix.
    lanes, missing = (subprocess.run([gemmscope, "report", recording, "--view", "lanes", "--select",
                                      f"block={block}/warp=3/site=A_load"], capture_output=True, text=True)
                      for block in ("1,2,1", "5,1"))
    wrong = run_layers("-o", folder + "/none", "--blocks", "1,0")
part = {name: report["selection"][name] for name in ("block_x", "block_y", "block_z")}
if part != {"block_x": [1, 2], "block_y": [0, 3], "block_z": [1, 3]} or report["coverage"]["blocks"]["recorded"] != 6:
    sys.exit(f"other blocks than those asked for: {part}")
if "Block (1,0,1) writes" not in text:
    sys.exit("blocks are not named as in CUDA:\n" + text)
if "80 \u00d7 13, found: gridDim.z \u00d7 M \u00d7 K" not in text:
    sys.exit("a batch of matrices does not have the rows of all of them:\n" + text)
if "[39][0]" not in lanes.stdout or missing.returncode != 2 or "2 x 3 x 4" not in missing.stderr:
    sys.exit(f"not the load of block (1,2,1)'s warp 3, or no refusal:\n{lanes.stdout}{missing.stderr}")
if wrong.returncode == 0 or "write X,Y,Z" not in wrong.stderr:
    sys.exit(f"a block without z was taken for one: {wrong.stdout}{wrong.stderr}")

# A bulk copy is one load and one store, however long it is, and its sectors are those of its bytes.
with tempfile.TemporaryDirectory() as folder:
    done = subprocess.run([gemmscope, "run", "-o", folder, "--", bulk_copy], capture_output=True, text=True)
    if done.returncode != 0 or os.listdir(folder) != ["sums.gst"]:
        sys.exit(f"gemmscope run ended with {done.returncode}\n{done.stdout}{done.stderr}{os.listdir(folder)}")
    report = json.loads(subprocess.run([gemmscope, "report", folder + "/sums.gst", "--json"], capture_output=True,
                                       check=True, text=True).stdout)
    lanes = subprocess.run([gemmscope, "report", folder + "/sums.gst", "--view", "lanes", "--select",
                            "block=0,1/warp=0/site=from_load"], capture_output=True, check=True, text=True).stdout
    # So are copies back to global memory.
    done = subprocess.run([gemmscope, "run", "-o", folder, "--", os.path.join(os.path.dirname(bulk_copy), "bulk_store")],
                          capture_output=True, text=True)
    if done.returncode != 0 or "scale.gst" not in os.listdir(folder):
        sys.exit(f"gemmscope run ended with {done.returncode}\n{done.stdout}{done.stderr}{os.listdir(folder)}")
found = {site["name"]: (site["requests"], site.get("sectors", 0)) for site in report["sites"]}
tile, stride, tiles = 360 * 4, 348 * 4, 12
counted = (tiles, sum((t * stride + tile - 1) // 32 - t * stride // 32 + 1 for t in range(tiles)))
if found["from_load"] != counted or found["tile_store"][0] != tiles:
    sys.exit(f"recorded {found}\ncounted  {counted}")
if "lane 0's bulk copy" not in lanes or "piece" not in lanes:
    sys.exit("the pieces of a bulk copy are no lanes:\n" + lanes)

# Which waits are there is as much a part of a recording as its requests, also where nothing is computed.
recordings = []
for more in ([], ["--addresses-only"]):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([gemmscope, "run", async_copy, "-o", folder, *more], capture_output=True)
        check = subprocess.run([gemmscope, "check", folder + "/async_copy.gst", "--json"], capture_output=True, text=True)
        report = json.loads(subprocess.run([gemmscope, "report", folder + "/async_copy.gst", "--json"], capture_output=True,
                                           check=True, text=True).stdout)
        recordings.append((check.stdout, report["sites"]))
if json.loads(recordings[0][0])["findings"] or recordings[0] != recordings[1]:
    sys.exit(f"async_copy waits for its copies: {recordings}")
