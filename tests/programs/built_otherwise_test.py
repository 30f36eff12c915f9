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
SEPARATE = """__device__ __noinline__ int twice(int i) { return 2 * i; }
__global__ void fill(int* a) { a[threadIdx.x] = twice(threadIdx.x); }
int main() { int* a; cudaMalloc(&a, 128); fill<<<1, 32>>>(a); return cudaDeviceSynchronize() != cudaSuccess; }
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

    build(work / "separate", SEPARATE, "-rdc=true")
    for on_gpu in (False, True):
        code, _, errors = run([work / "separate"], work / f"separate_{on_gpu}", on_gpu)
        if code != 2 or "-rdc" not in errors:
            sys.exit(f"separately compiled code: {code} {errors}")
