# SPDX-License-Identifier: MIT
"""The tiles that are found in recordings of programs, against what their texts say; and that none are found elsewhere.

Usage: tiles_test.py GEMMSCOPE LIBRARIES PROGRAM...
"""
import json
import os
import subprocess
import sys
import tempfile

gemmscope, libraries, *programs = sys.argv[1:]

def runs(count, length, apart=0):
    return {"runs": count, "length": length, "apart": apart}


def one(length):
    return runs(1, length)


STRIDED = runs(4, 1, 16)
A, B, C = "A", "B", "C"


def kind(Bs, stored_by="rows", pitch=32, rule="modes"):
    """A kernel of tile_kinds.cu. `Bs`: the layout, or row and column modes."""
    return {"size": (128, 192, 24), "A": ("A", stored_by, pitch), "B": ("B", "rows", 208), "C": ("C", "rows", 196),
            "block": (one(64), one(64)), "warp": (runs(4, 2, 16), one(64)), "thread": (STRIDED, STRIDED), "k_tile": 8,
            "shared": {"As": ("A", True, "(8,64):(64,1)", "modes", 1), "Bs": ("B", False, Bs, rule, 1)}}


def batch(size, count, of_A, of_B, of_C):
    """A kernel of batches.cu with tiles; of each matrix: the order in which it is stored, the pitch, and the step."""
    return {"size": size, "batches": count, "A": ("A", *of_A[:2]), "B": ("B", *of_B[:2]), "C": ("C", *of_C[:2]),
            "steps": (of_A[2], of_B[2], of_C[2]),
            "block": (one(16), one(16)), "thread": (one(1), one(1)), "k_tile": 16,
            "shared": {"As": ("A", False, "(16,16):(16,1)", "modes", 1), "Bs": ("B", False, "(16,16):(16,1)", "modes", 1)}}


def converted(size, As, Bs):
    """A kernel of converted.cu."""
    return {"size": size, "block": (one(32), one(32)), "thread": (one(2), one(2)), "k_tile": 16,
            "computed": ["As", "Bs"], "shared": {"As": ("A", False, As, "modes", 1), "Bs": ("B", False, Bs, "modes", 1)}}


def divided(by):
    """A kernel of divided_k.cu whose threads divide K."""
    return {"size": (64, 96, 80), "seen_by": by, "block": (one(32), one(32)), "k_tile": 16, "batches": 1,
            "shared": {"As": ("A", False, "(32,16):(16,1)", "modes", 1), "Bs": ("B", False, "(16,32):(32,1)", "modes", 1)}}


# By program and kernel, read from the source: M, N, K; array, order and row length of A, B, C; what of C a block, a warp
# and a thread compute; shared arrays: of which matrix, transposed, layout or modes, rule, buffers.
FOUND = {
    "tile_kinds": {
        "product<InRows, false>": kind("(8,64):(68,1)"),
        "product<Grouped, false>": kind("(8,(8,8)):(64,(8,1))"),
        "product<Rotated, false>": kind("(8,64):(64,1), column c of row r is at (c + ((r >> 1) * 16 & 48)) mod 64",
                                        rule="rotation"),
        "product<Xored, false>": kind("Sw<2,3,3> o 0 o (8,64):(64,1)", rule="swizzle"),
        "product<Scattered, false>": kind(None, rule="none"),
        "product<InRows, true>": kind("(8,64):(68,1)", "columns", 136),
        "product<CutGroups, false>": {"size": (128, 60, 24), "block": (one(64), one(60)), "k_tile": 8,
                                      "shared": {"As": ("A", True, "(8,64):(64,1)", "modes", 1),
                                                 "Bs": ("B", False, "(8,(8,8)):(64,(8,1))", "modes", 1)}},
    },
    "tiled": {"tiled": {"size": (72, 100, 80), "block": (one(32), one(32)), "warp": (one(1), one(32)),
                        "thread": (one(1), one(1)), "k_tile": 32, "A": ("A", "rows", 80), "B": ("B", "rows", 100),
                        "shared": {"As": ("A", False, "(32,32):(32,1)", "modes", 1),
                                   "Bs": ("B", False, "(32,32):(32,1)", "modes", 1)}}},
    "naive": {"naive": {"size": (50, 70, 33), "block": (one(16), one(16)), "thread": (one(1), one(1)), "k_tile": None,
                        "shared": {}}},
    "register_tile": {"register_tile": {"size": (128, 192, 40), "block": (one(64), one(64)), "thread": (one(4), one(4)),
                                        "warp": (one(8), one(64)), "k_tile": 8,
                                        "shared": {"As": ("A", True, "(8,64):(64,1)", "modes", 1),
                                                   "Bs": ("B", False, "(8,64):(64,1)", "modes", 1)}}},
    "async_copy": {"async_copy": {"size": (48, 64, 80), "k_tile": 16,
                                  "shared": {"As": ("A", False, "(16,16,2):(16,1,256)", "modes", 2),
                                             "Bs": ("B", False, "(16,16,2):(16,1,256)", "modes", 2)}}},
    "split_k": {"split_k": {"size": (20, 40, 64), "block": (one(16), one(16)), "k_tile": None}},
    "batches": {
        "batches<0>": batch((32, 48, 64), 3, ("rows", 64, (32, 0)), ("rows", 48, (64, 0)), ("rows", 48, (32, 0))),
        "batches<1>": batch((32, 48, 64), 3, ("rows", 64, (32, 0)), ("rows", 48, (0, 0)), ("rows", 48, (35, 0))),
        "batches<2>": batch((32, 48, 64), 3, ("rows", 192, (0, 64)), ("rows", 144, (0, 48)), ("rows", 144, (0, 48))),
        "batches<3>": batch((32, 48, 64), 3, ("columns", 32, (0, 64)), ("columns", 64, (0, 48)), ("columns", 32, (0, 48))),
        "batches<4>": batch((32, 48, 16), 4, ("rows", 64, (0, 16)), ("rows", 48, (16, 0)), ("rows", 48, (32, 0))),
        "in_a_line": {"size": (16, 16, 16), "batches": 3, "block": (one(16), one(16)), "k_tile": None}},
    "batched": {"batched": {"size": (16, 16, 16), "batches": 20, "block": (one(16), one(16)), "k_tile": None}},
    "fused_gemm": {"fused": {"size": (96, 160, 48), "block": (one(32), one(32)), "thread": (one(4), one(4)), "k_tile": 8,
                             "A": ("A", "rows", 48), "B": ("B", "rows", 160), "C": ("C", "rows", 160)}},
    "idle_blocks": {"idle_blocks": {"size": (60, 90, 77), "block": (one(16), one(16)), "thread": (one(1), one(1)), "k_tile": 16}},
    "guarded_gemm": {"guarded": {"size": (200, 150, 37), "seen_by": "lane", "block": (one(64), one(64)),
                                 "warp": (one(32), one(64)), "thread": (one(8), one(8)), "k_tile": 8,
                                 "shared": {"As": ("A", False, "(64,8):(8,1)", "modes", 1),
                                            "Bs": ("B", False, "(8,64):(64,1)", "modes", 1)}}},
    "converted": {kernel: converted(size, "(32,16):(18,1)", "(16,32):(32,1)")
                  for kernel, size in (("converted<Scaled>", (96, 128, 80)), ("converted<Widened>", (90, 120, 75)),
                                       ("converted<Narrowed>", (96, 128, 80)))},
    "kept_values": {kernel: {"size": (96, 128, 160), "block": (one(32), one(32)), "thread": (one(2), one(2)), "k_tile": 32,
                             "shared": {"As": ("A", False, "(32,32):(32,1)", "modes", 1),
                                        "Bs": ("B", False, "(32,32):(32,1)", "modes", 1)}} for kernel in ("kept", "eight")},
    "divided_k": {"groups<false>": divided("block"), "groups<true>": divided("lane"),
                  "parts": {"size": (64, 96, 32), "batches": 3, "steps": ((0, 32), (32, 0), (64, 0)), "k_tile": 16}},
    "two_products": {"staged": {"size": (32, 48, 96), "others": [("A2", "B2", 48)], "k_tile": 16},
                     "plain": {"size": (32, 48, 96), "others": [("A2", "B2", 48)]},
                     "gated": {"size": (32, 48, 96), "others": [("A", "B2", 96)]}},
    "in_turn": {"in_turn": {"size": (64, 96, 80), "k_tile": 16}},
    "padded_c": {"padded": {"size": (100, 70, 50), "k_tile": 16}},
    "wide_guard": {"wide_guard": {"size": (50, 70, 33), "B": ("B", "rows", 76), "C": ("C", "rows", 80)}},
    "staged_wmma": {"staged_wmma": {"size": (128, 192, 80), "seen_by": "block", "block": (one(64), one(64)),
                                    "warp": (one(32), one(32)), "thread": None, "k_tile": 16}},
    "triangle": {"upper<false>": {"size": (40, 56, 40), "A": ("U", "rows", 40), "k_tile": 8},
                 "upper<true>": {"size": (40, 56, 40), "A": ("U", "rows", 40), "seen_by": "lane", "k_tile": 8}},
    "packed_bytes": {"staged": {"size": (48, 80, 96), "block": (one(16), one(16)), "thread": (one(1), one(1)), "k_tile": 32,
                                "B": ("B", "columns", 96),
                                "shared": {"As": ("A", False, "(16,32):(36,1)", "modes", 1),
                                           "Bs": ("B", True, "(16,32):(36,1)", "modes", 1)}},
                     "plain": {"size": (48, 80, 96), "block": (one(16), one(16)), "k_tile": None}},
    "narrow_blocks": {"row_of_block": {"size": (64, 128, 52), "block": (one(1), one(64)), "thread": (one(1), one(1))},
                      "column_of_block": {"size": (64, 128, 52), "block": (one(32), one(1)), "A": ("A", "rows", 52)},
                      "row_staged": {"size": (64, 128, 52), "block": (one(1), one(128))},
                      "of_constants": {"size": (24, 40, 28), "block": (one(8), one(8)), "B": ("B", "rows", 40)},
                      "small<8, 12, 10>": {"size": (8, 12, 10), "batches": 20, "block": (one(8), one(12))}},
    "tensor_core": {"tensor_core": {"size": (16, 24, 64), "seen_by": "warp", "block": (one(16), one(8)), "thread": None,
                                    "shared": {"As": ("A", False, "Sw<3,3,3> o 0 o (16,64):(64,1)", "swizzle", 1),
                                               "Bs": ("B", False, "(64,8):(8,1)", "modes", 1)}}},
    "wmma": {"wmma_gemm": {"size": (64, 96, 80), "seen_by": "warp", "B": ("B", "columns", 80), "thread": None,
                           "block": (one(32), one(32)), "warp": (one(16), one(16)), "k_tile": 16}},
}
# What follows from them for an element, by program and kernel: which element; the columns, or rows, of C that its block
# adds it to (first and end), which are not known where lanes share what they load; the k-tile and the cell in shared
# memory. None: requests are not described by these tiles.
FOLLOWED = {
    "tile_kinds": {"product<InRows, false>": ("A[70][13]", (70, 71, 0, 64), 1, ("As", 5, 6)),
                   "product<Grouped, false>": ("B[13][77]", (0, 64, 77, 78), 1, ("Bs", 5, 13)),
                   "product<Rotated, false>": ("B[13][77]", (0, 64, 77, 78), 1, ("Bs", 5, 13)),
                   "product<Scattered, false>": None,
                   "product<InRows, true>": ("A[70][13]", (70, 71, 0, 64), 1, ("As", 5, 6)),
                   "product<CutGroups, false>": ("B[13][59]", (0, 64, 59, 60), 1, ("Bs", 5, 59))},
    "tiled": {"tiled": ("B[33][70]", (0, 32, 70, 71), 1, ("Bs", 1, 6))},
    "naive": {"naive": ("B[20][69]", (0, 16, 69, 70), 20, None)},
    "register_tile": {"register_tile": ("A[70][13]", (70, 71, 0, 64), 1, ("As", 5, 6))},
    "async_copy": {"async_copy": ("A[20][37]", (20, 21, 0, 16), 2, ("As", 4, 5))},
    "fused_gemm": {"fused": ("B[17][70]", (0, 32, 70, 71), 2, ("tiles+1024", 1, 6))},
    "split_k": {"split_k": ("A[3][20]", [], 20, None)},
    "divided_k": {"parts": None},
    "two_products": {"staged": None},
    "in_turn": {"in_turn": None},
    # The third product's A[6][37], which the second row of blocks has not.
    "batches": {"batches<0>": ("A[70][37]", (70, 71, 0, 16), 2, ("As", 6, 5)),
                "batches<1>": ("A[70][37]", (76, 77, 0, 16), 2, ("As", 6, 5)),
                "batches<2>": ("A[6][165]", (6, 7, 96, 112), 2, ("As", 6, 5)),
                "batches<3>": ("B[37][102]", (0, 16, 102, 103), 2, ("Bs", 5, 6)),
                "batches<4>": ("B[37][6]", (64, 80, 6, 7), 0, ("Bs", 5, 6)),
                "in_a_line": ("A[38][5]", (38, 39, 0, 16), 5, None)},
    "batched": {"batched": ("*A[38][5]", (38, 39, 0, 16), 5, None)},
    "idle_blocks": {"idle_blocks": ("A[35][20]", (35, 36, 0, 16), 1, ("As", 3, 4))},
    "guarded_gemm": {"guarded": ("A[70][13]", (70, 71, 0, 64), 1, ("As", 6, 5))},
    "converted": {"converted<Scaled>": ("A[70][33]", (70, 71, 0, 32), 2, ("As", 6, 1)),
                  "converted<Widened>": ("B[33][70]", (0, 32, 70, 71), 2, ("Bs", 1, 6)),
                  "converted<Narrowed>": ("A[70][33]", (70, 71, 0, 32), 2, ("As", 6, 1))},
    "kept_values": {"kept": ("A[70][33]", (70, 71, 0, 32), 1, ("As", 6, 1)),
                    "eight": ("B[33][70]", (0, 32, 70, 71), 1, ("Bs", 1, 6))},
    "staged_wmma": {"staged_wmma": ("A[70][33]", [], 2, ("memory+0", 6, 1))},
    "tensor_core": {"tensor_core": ("A[5][13]", [], 0, ("As", 5, 13))},
    "wmma": {"wmma_gemm": ("A[40][33]", [], 2, ("As", 8, 1))},
}
# An element of C of the last product of a batch; of others, C[3][5] is followed.
LAST_OF_C = {"batches<0>": "[67][5]", "batches<1>": "[73][5]", "batches<2>": "[3][101]", "batches<3>": "[3][101]",
             "batches<4>": "[99][5]", "in_a_line": "[35][5]"}
# None of them multiplies matrices, or not so that it could be seen.
NOTHING = ("convolution cut_arrays exchange found gemv half2 histogram host_and_streams lookups memory neighbours pairs points "
           "recursion reduction scan softmax spmv stencil struct_arrays sums switch_table tile_after_tile transpose two_arrays").split()


def shape(found):
    return found and (found["rows"], found["columns"])


def shared(found):
    return {each["array"]: (each["of"], each["transposed"],
                            each["layout"] or (each["row_modes"] and (each["row_modes"], each["column_modes"])),
                            each["rule"], each["buffers"]) for each in found}


def facts(tiles):
    matrix = {name: (tiles[name]["array"], tiles[name]["stored_by"], tiles[name]["pitch"]) for name in (A, B, C)}
    steps = tuple((tiles[name]["step"]["rows"], tiles[name]["step"]["columns"]) for name in (A, B, C))
    return {"size": (tiles["M"], tiles["N"], tiles["K"]), "batches": tiles["batches"], "steps": steps, **matrix,
            "seen_by": tiles["seen_by"],
            **{name: shape(tiles[name]) for name in ("block", "warp", "thread")}, "k_tile": tiles["k_tile"],
            "others": [(each["A"], each["B"], each["K"]) for each in tiles["others"]],
            "computed": [each["array"] for each in tiles["shared"] if each["computed"]],
            "shared": shared(tiles["shared"])}


def recorded(program, folder):
    """The reports of its kernels, by their names."""
    environment = {**os.environ, "LD_LIBRARY_PATH": libraries}
    done = subprocess.run([gemmscope, "run", "-o", folder, "--", program], capture_output=True, text=True, env=environment)
    if done.returncode != 0:
        sys.exit(f"{program} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    reports = [json.loads(subprocess.run([gemmscope, "report", f"{folder}/{file}", "--json"], capture_output=True,
                                         check=True, text=True).stdout) for file in sorted(os.listdir(folder))]
    for report, file in zip(reports, sorted(os.listdir(folder))):
        report["file"] = file
    return {report["kernel"]: report for report in reports}


def products(file, element):
    """How many products the sum of an element of C has by `report --follow`, and after how many requests."""
    done = subprocess.run([gemmscope, "report", file, "--follow", element, "--json"], capture_output=True, text=True,
                          check=True)
    life = json.loads(done.stdout)
    moments = {(use["interval"], use["request"]) for use in life["uses"] if use["kind"] == "multiply_add"}
    return life["totals"]["multiply_add"]["multiply_adds"], len(moments)


def followed(file, element):
    """What `report --follow` says; None: nothing."""
    done = subprocess.run([gemmscope, "report", file, "--follow", element or "A[0][0]", "--json"], capture_output=True,
                          text=True)
    if done.returncode != 0:
        return None
    life = json.loads(done.stdout)
    ends, cell = life["ends"], life["cell"]
    return (element, ends and (*ends[0]["rows"], *ends[0]["columns"]), life["k_tile"],
            cell and (cell["tile"], cell["row"], cell["column"]))


wrong = []
by_name = {os.path.basename(program): program for program in programs}
for name in (*FOUND, *NOTHING):
    with tempfile.TemporaryDirectory() as folder:
        reports = recorded(by_name[name], folder)
        for kernel, right in FOLLOWED.get(name, {}).items():
            seen = followed(f"{folder}/{reports[kernel]['file']}", right and right[0])
            if seen != right:
                wrong.append(f"{name}, {kernel}: followed, it is {seen}, not {right}")
            tiles = reports[kernel]["tiles"]
            K, file = tiles and tiles["K"], f"{folder}/{reports[kernel]['file']}"
            # Each k has a request of its own that loads the last of its factors.
            element = tiles and tiles["C"]["array"] + LAST_OF_C.get(kernel, "[3][5]")
            if right and right[1] and tiles and (count := products(file, element)) != (K, K):
                wrong.append(f"{name}, {kernel}: {element} is the sum of {count[0]} products, after {count[1]} requests")
    for kernel, report in reports.items():
        right = FOUND.get(name, {}).get(kernel)
        if (report["tiles"] is None) != (right is None):
            wrong.append(f"{name}, {kernel}: {'no tiles' if report['tiles'] is None else report['tiles']}")
        elif right is not None:
            seen = facts(report["tiles"])
            wrong += [f"{name}, {kernel}: {fact} is {seen[fact]}, not {value}" for fact, value in right.items()
                      if seen[fact] != value]
    missing = set(FOUND.get(name, {})) - set(reports)
    wrong += [f"{name}: {kernel} is not recorded" for kernel in missing]

# Which factor is A is decided by names that differ as A and B do, or else by the order of the parameters: never by the
# order of the arrays in memory.
TURNED = """__global__ void turned(const float* FIRST, const float* SECOND, float* C, int n) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += LEFT[row * n + k] * RIGHT[k * n + column];
  C[row * n + column] = sum;
}
int main() {
  float *LEFT, *RIGHT, *C;
  for (float** array : {&C, &RIGHT, &LEFT}) cudaMalloc(array, 48 * 48 * sizeof(float));
  turned<<<dim3(3, 3), dim3(16, 16)>>>(FIRST, SECOND, C, 48);
  cudaDeviceSynchronize();
}
"""
with tempfile.TemporaryDirectory() as folder:
    for left, right, first, second in [("A", "B", "A", "B"), ("d_A", "d_B", "d_B", "d_A"), ("x", "w", "x", "w")]:
        turned = os.path.join(folder, "turned.cu")
        text = TURNED
        for name, array in [("FIRST", first), ("SECOND", second), ("LEFT", left), ("RIGHT", right)]:
            text = text.replace(name, array)
        with open(turned, "w") as file:
            file.write(text)
        subprocess.run([gemmscope, "run", turned, "-o", folder + "/out"], check=True, capture_output=True)
        report = subprocess.run([gemmscope, "report", folder + "/out/turned.gst", "--json"], check=True,
                                capture_output=True, text=True).stdout
        seen = facts(json.loads(report)["tiles"])[A]
        if seen != (left, "rows", 48):
            wrong.append(f"turned, {left} times {right}, parameters {first} and {second}: A is {seen}")

# Some of the blocks that add their parts of K to the same C do not say how long K is.
with tempfile.TemporaryDirectory() as folder:
    environment = {**os.environ, "LD_LIBRARY_PATH": libraries}
    for blocks, why in (("0,0,0:3,2,4", ""), ("0,0,0", "some blocks that divide K among themselves are not recorded")):
        subprocess.run([gemmscope, "run", "-o", folder, "--blocks", blocks, "--", by_name["split_k"]], check=True,
                       capture_output=True, env=environment)
        done = subprocess.run([gemmscope, "report", folder + "/split_k.gst", "--view", "reuse"], capture_output=True, text=True)
        if done.returncode != (2 if why else 0) or why not in done.stderr:
            wrong.append(f"split_k, blocks {blocks}: {done.stdout}{done.stderr}")

# Why requests are not described: of a triangle, blocks do not divide K.
with tempfile.TemporaryDirectory() as folder:
    zeros = recorded(by_name["triangle"], folder)["upper<true>"]["file"]
    for view in ("reuse", "limits"):
        done = subprocess.run([gemmscope, "report", f"{folder}/{zeros}", "--view", view], capture_output=True, text=True)
        if "its blocks do not multiply the same k's" not in done.stderr:
            wrong.append(f"triangle, {view}: {done.stdout}{done.stderr}")

# Each lane of a warp gets the elements of A from the lane that has loaded them.
SHUFFLED = """__global__ void shuffled(const float* A, const float* B, float* C, int M, int N, int K) {
  const int row = blockIdx.y * 4, column = blockIdx.x * 32 + threadIdx.x;
  float sum[4] = {};
  for (int k0 = 0; k0 < K; k0 += 32)
    for (int i = 0; i < 4; ++i) {
      const float a = A[(row + i) * K + k0 + threadIdx.x];
      for (int k = 0; k < 32; ++k) sum[i] += __shfl_sync(0xffffffff, a, k) * B[(k0 + k) * N + column];
    }
  for (int i = 0; i < 4; ++i) C[(row + i) * N + column] = sum[i];
}
int main() {
  float *A, *B, *C;
  cudaMalloc(&A, 24 * 96 * 4), cudaMalloc(&B, 96 * 64 * 4), cudaMalloc(&C, 24 * 64 * 4);
  shuffled<<<dim3(2, 6), 32>>>(A, B, C, 24, 64, 96);
  cudaDeviceSynchronize();
}
"""
with tempfile.TemporaryDirectory() as folder:
    with open(folder + "/shuffled.cu", "w") as file:
        file.write(SHUFFLED)
    subprocess.run([gemmscope, "run", folder + "/shuffled.cu", "-o", folder + "/out"], check=True, capture_output=True)
    done = subprocess.run([gemmscope, "report", folder + "/out/shuffled.gst", "--view", "tiles"], capture_output=True, text=True)
    if "C = A × B, 24 × 64 × 96" not in done.stdout:
        wrong.append(f"shuffled: {done.stdout}{done.stderr}")

# A loop that steps over k's: they are named, and not counted.
STEPS = TURNED.replace("++k", "k += 3").replace("FIRST", "A").replace("SECOND", "B").replace("LEFT", "A").replace("RIGHT", "B")
with tempfile.TemporaryDirectory() as folder:
    with open(folder + "/steps.cu", "w") as file:
        file.write(STEPS)
    subprocess.run([gemmscope, "run", folder + "/steps.cu", "-o", folder + "/out"], check=True, capture_output=True)
    for view, said in (("tiles", "k = 1 to 2, 4 to 5, 7 to 8 and 26 more of A and B are never loaded: a loop may step over them"),
                       ("limits", "the figures are for the other 16 of K"), ("limits", "73 728 FLOP")):
        done = subprocess.run([gemmscope, "report", folder + "/out/turned.gst", "--view", view], capture_output=True, text=True)
        if said not in done.stdout.replace("\u202f", " "):
            wrong.append(f"steps, {view}: {done.stdout}{done.stderr}")
if wrong:
    sys.exit("\n".join(wrong))
