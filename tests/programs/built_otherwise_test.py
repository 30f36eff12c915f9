# SPDX-License-Identifier: MIT
"""Programs that are not one .cu file linked as a whole, on the runtime that stands in for NVIDIA's and with the library that
records on a GPU: kernels in libraries that are unloaded, and device code that was compiled separately.

Usage: built_otherwise_test.py RUNTIME PRELOAD SAME_REQUESTS NVCC
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

runtime, preload, same_requests, nvcc = sys.argv[1:]

# The same kernel by name, of which the second also loads what lies behind.
LIBRARY = """__global__ void scale(int* a) { a[threadIdx.x] = FACTOR * a[threadIdx.x] + (FACTOR > 2 ? a[threadIdx.x + 32] : 0); }
extern "C" int run() {
  int *a, h[64];
  for (int i = 0; i < 64; ++i) h[i] = i;
  cudaMalloc(&a, sizeof h), cudaMemcpy(a, h, sizeof h, cudaMemcpyDefault);
  scale<<<1, 32>>>(a);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDefault), cudaFree(a);
  return h[5];
}
"""
MAIN = """#include <dlfcn.h>
#include <cstdio>
int main(int, char** names) {
  for (int i = 1; i < 3; ++i) {
    void* const library = dlopen(names[i], RTLD_NOW);
    if (library == nullptr) return puts(dlerror()), 1;
    printf("%d ", ((int (*)())dlsym(library, "run"))());
    dlclose(library);
  }
}
"""
# Two files that see each other's variables, functions and pointers to functions; both have static variables of one name, a
# template's function and a text to print.
SHARED = """#include <cstdio>
extern __constant__ float weights[4];
extern __device__ int calls;
__device__ float weighted(float x, int i);
using Function = float (*)(float);
extern __device__ Function table[2];
template <int N> __device__ __noinline__ float power(float x) { float p = 1; for (int i = 0; i < N; ++i) p *= x; return p; }
"""
PARTS = SHARED + """
__constant__ float weights[4] = {1, 2, 3, 4};
__device__ int calls;
static __device__ float bias = 10;
__device__ float weighted(float x, int i) {
  atomicAdd(&calls, 1);
  if (i == 7) printf("parts %d\\n", i);
  return weights[i % 4] * x + bias;
}
static __device__ float half_of(float x) { return x / 2; }
static __device__ float cube(float x) { return power<3>(x); }
__device__ Function table[2] = {half_of, cube};
"""
SEPARATE = SHARED + """
static __device__ float bias = 1;
__global__ void apply(float* out) {
  const int i = threadIdx.x;
  if (i == 5) printf("main %d\\n", i);
  out[i] = weighted(table[i & 1](i) + power<3>(2) + bias, i);
}
int main() {
  float *out, h[32], w[4] = {4, 3, 2, 1};
  int made;
  cudaMalloc(&out, sizeof h), cudaMemcpyToSymbol(weights, w, sizeof w);
  apply<<<1, 32>>>(out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDefault), cudaMemcpyFromSymbol(&made, calls, sizeof made);
  for (int i = 0; i < 32; ++i)
    if (h[i] != w[i % 4] * ((i & 1 ? float(i) * i * i : i / 2.f) + 9) + 10) return 1;
  return made == 32 ? 0 : 3;
}
"""


def build(to, text, *options):
    source = to.with_suffix(".cu")
    source.write_text(text)
    subprocess.run([nvcc, "-cudart", "shared", "-L", runtime, "-gencode", "arch=compute_80,code=compute_80", *options, source,
                    "-o", to], check=True, capture_output=True)


def run(command, folder, on_gpu):
    folder.mkdir()
    env = {**os.environ, "LD_LIBRARY_PATH": runtime, "GEMMSCOPE_RECORD_GPU_TO" if on_gpu else "GEMMSCOPE_RECORD_TO": str(folder)}
    if on_gpu:
        env["LD_PRELOAD"] = preload
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


with tempfile.TemporaryDirectory() as folder:
    work = Path(folder)
    libraries = [work / "two.so", work / "three.so"]
    for factor, library in zip((2, 3), libraries):
        build(library, LIBRARY, f"-DFACTOR={factor}", "-shared", "-Xcompiler", "-fPIC")
    build(work / "main", MAIN)
    for on_gpu in (False, True):
        code, said, errors = run([work / "main", *libraries], work / f"libraries_{on_gpu}", on_gpu)
        if (code, said.split()) != (0, ["10", "52"]):
            sys.exit(f"kernels in libraries: {code} {said} {errors}")
    for name in ("scale.gst", "scale_2.gst"):
        done = subprocess.run([same_requests, work / "libraries_False" / name, work / "libraries_True" / name],
                              capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{name} of kernels in libraries: {done.stdout}{done.stderr}")

    (work / "parts.cu").write_text(PARTS)
    build(work / "separate", SEPARATE, "-rdc=true", "-lineinfo", work / "parts.cu")
    for on_gpu in (False, True):
        code, said, errors = run([work / "separate"], work / f"separate_{on_gpu}", on_gpu)
        if code != 0 or sorted(said.split()) != ["5", "7", "main", "parts"]:
            sys.exit(f"separately compiled code: {code} {said} {errors}")
        if not (work / f"separate_{on_gpu}" / "apply.gst").exists():
            sys.exit(f"separately compiled code: not recorded: {errors}")
