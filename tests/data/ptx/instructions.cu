// SPDX-License-Identifier: MIT
// What tests/ptx reads: instructions of each kind, with inline assembly, as far as the architecture has them.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

__global__ void arithmetic(half2* h, double* d, long long* l, unsigned* u, float* f) {
  const int i = threadIdx.x;
  h[i] = __hfma2(h[i], h[i + 1], h[i + 2]);
  d[i] = sqrt(d[i + 1]) + fma(d[i], d[i + 2], 1.5);
  l[i] = l[i + 1] * l[i + 2] + clock64();
  int all;
  const unsigned same = __match_all_sync(~0u, i & 3, &all);
  u[i] = same + all + __ballot_sync(~0u, u[i] > 4) + __popc(u[i + 1]) + __vadd4(u[i + 2], u[i + 3]);
  f[i] += __shfl_xor_sync(~0u, f[i], 1);
  atomicAdd(f, 2.f);
  u[0] = atomicCAS(u + 1, 2u, 3u);
}

__global__ void scopes(int* a, int b) {
  // Two scopes declare the same names, and one of them loops.
  asm volatile("{ .reg .pred p; .reg .b32 t; AGAIN: add.s32 t, %0, 1; setp.eq.s32 p, t, 0; @!p bra AGAIN; }" ::"r"(b));
  asm volatile("{ .reg .f32 t; .reg .pred p; setp.gt.s32 p, %0, 3; @p mov.f32 t, 0f3F800000; }" ::"r"(b));
#pragma unroll 1
  for (int i = 0; i < b; ++i) a[i] += b;
}

__global__ void tensor_cores(const half* a, const half* b, float* c) {
  using namespace nvcuda::wmma;
  fragment<matrix_a, 16, 16, 16, half, row_major> fa;
  fragment<matrix_b, 16, 16, 16, half, col_major> fb;
  fragment<accumulator, 16, 16, 16, float> fc;
  fill_fragment(fc, 0.f);
  load_matrix_sync(fa, a, 16);
  load_matrix_sync(fb, b, 16);
  mma_sync(fc, fa, fb, fc);
  store_matrix_sync(c, fc, 16, mem_row_major);
}

#if __CUDA_ARCH__ >= 800
__global__ void copies(const float4* from, float* to, const __nv_bfloat16* e) {
  __shared__ float4 tile[64];
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(tile + threadIdx.x));
  asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;" ::"r"(at), "l"(from + threadIdx.x) : "memory");
  asm volatile("cp.async.commit_group;\n\tcp.async.wait_group 0;" ::: "memory");
  unsigned x[4];
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
               : "r"(at));
  float c[4] = {0, 0, 0, 0};
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%4,%6}, {%0,%1,%2,%3};"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
               : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]));
  to[threadIdx.x] = c[0] + c[3] + __bfloat162float(e[0]);
}
#endif

#if __CUDA_ARCH__ >= 900
__global__ void __cluster_dims__(2, 1, 1) bulk(const float* from, float* to, const __grid_constant__ int4 map) {
  __shared__ alignas(128) float tile[256];
  __shared__ unsigned long long barrier;
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  const unsigned on = static_cast<unsigned>(__cvta_generic_to_shared(&barrier));
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(on));
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 1024, [%2];" ::"r"(at),
               "l"(from), "r"(on)
               : "memory");
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::
          "r"(at),
      "l"(&map), "r"(0), "r"(8), "r"(on)
      : "memory");
  asm volatile(
      "{\n\t.reg .pred done;\n\tWAIT: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;\n\t@!done bra.uni WAIT;\n\t}" ::
          "r"(on));
  to[threadIdx.x] = tile[threadIdx.x];
}
#endif
