// SPDX-License-Identifier: MIT
// The functions by which programs get memory that kernels can reach.
#include <algorithm>

#include "tracing/preload/graph.h"
#include "tracing/preload/launch.h"

using namespace gemmscope::preload;

extern "C" {

// Of programs that were compiled with --default-stream per-thread.
cudaError_t cudaMallocAsync_ptsz(void** to, std::size_t bytes, cudaStream_t stream);
cudaError_t cudaFreeAsync_ptsz(void* address, cudaStream_t stream);
cudaError_t cudaMallocFromPoolAsync_ptsz(void** to, std::size_t bytes, cudaMemPool_t pool, cudaStream_t stream);

}  // extern "C"

namespace {

/// Does what the program has asked for, and remembers `bytes` at `*to`.
template <class Real>
cudaError_t allocated(void** to, std::size_t bytes, const Real& real) {
  const Inside inside;
  const cudaError_t error = real();
  if (error != cudaSuccess || !inside.is_outermost() || *to == nullptr) return error;
  Program& all = program();
  const std::scoped_lock lock(all.mutex);
  all.gpus.insert(current_gpu());
  all.allocations.add(reinterpret_cast<std::uint64_t>(*to), bytes);
  return error;
}

/// Forgets it first: another thread could get the same memory anew.
template <class Real>
cudaError_t freed(const void* address, const Real& real) {
  const Inside inside;
  if (inside.is_outermost()) {
    Program& all = program();
    const std::scoped_lock lock(all.mutex);
    all.allocations.remove(reinterpret_cast<std::uint64_t>(address));
  }
  return real();
}

/// Not what a graph is to allocate or free: that is done when it runs.
template <class Real>
cudaError_t allocated_in(cudaStream_t stream, void** to, std::size_t bytes, const Real& real) {
  return is_captured(stream) ? real() : allocated(to, bytes, real);
}
template <class Real>
cudaError_t freed_in(cudaStream_t stream, const void* address, const Real& real) {
  return is_captured(stream) ? real() : freed(address, real);
}

/// What a call says about a variable of the program makes its module's variables known.
template <class Real>
cudaError_t with_symbol(const void* symbol, const Real& real) {
  const Inside inside;
  if (inside.is_outermost()) {
    Program& all = program();
    const std::scoped_lock lock(all.mutex);
    for (LoadedModule& module : all.modules)
      if (std::ranges::find(module.variables, symbol, &Variable::shadow) != module.variables.end())
        know_places(all, module);
  }
  return inside.is_outermost() ? program().turns.beside_others(real) : real();
}

}  // namespace

extern "C" {

cudaError_t cudaMalloc(void** to, std::size_t bytes) {
  return allocated(to, bytes, [=] { return GS_REAL(cudaMalloc)(to, bytes); });
}
cudaError_t cudaMallocManaged(void** to, std::size_t bytes, unsigned flags) {
  return allocated(to, bytes, [=] { return GS_REAL(cudaMallocManaged)(to, bytes, flags); });
}
cudaError_t cudaMallocHost(void** to, std::size_t bytes) {
  return allocated(to, bytes, [=] { return GS_REAL(cudaMallocHost)(to, bytes); });
}
cudaError_t cudaHostAlloc(void** to, std::size_t bytes, unsigned flags) {
  return allocated(to, bytes, [=] { return GS_REAL(cudaHostAlloc)(to, bytes, flags); });
}
cudaError_t cudaMallocAsync(void** to, std::size_t bytes, cudaStream_t stream) {
  return allocated_in(stream, to, bytes, [=] { return GS_REAL(cudaMallocAsync)(to, bytes, stream); });
}
cudaError_t cudaMallocAsync_ptsz(void** to, std::size_t bytes, cudaStream_t stream) {
  return allocated_in(of_thread(stream), to, bytes, [=] { return GS_REAL(cudaMallocAsync_ptsz)(to, bytes, stream); });
}
cudaError_t cudaMallocFromPoolAsync(void** to, std::size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return allocated_in(stream, to, bytes, [=] { return GS_REAL(cudaMallocFromPoolAsync)(to, bytes, pool, stream); });
}
cudaError_t cudaMallocFromPoolAsync_ptsz(void** to, std::size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return allocated_in(of_thread(stream), to, bytes,
                      [=] { return GS_REAL(cudaMallocFromPoolAsync_ptsz)(to, bytes, pool, stream); });
}
cudaError_t cudaHostRegister(void* address, std::size_t bytes, unsigned flags) {
  return allocated(&address, bytes, [=] { return GS_REAL(cudaHostRegister)(address, bytes, flags); });
}
cudaError_t cudaMallocPitch(void** to, std::size_t* pitch, std::size_t width, std::size_t height) {
  const Inside inside;
  const cudaError_t error = GS_REAL(cudaMallocPitch)(to, pitch, width, height);
  if (error != cudaSuccess || !inside.is_outermost() || *to == nullptr) return error;
  Program& all = program();
  const std::scoped_lock lock(all.mutex);
  all.gpus.insert(current_gpu());
  all.allocations.add(reinterpret_cast<std::uint64_t>(*to), *pitch * height);
  return error;
}
cudaError_t cudaMalloc3D(cudaPitchedPtr* to, cudaExtent extent) {
  const Inside inside;
  const cudaError_t error = GS_REAL(cudaMalloc3D)(to, extent);
  if (error != cudaSuccess || !inside.is_outermost() || to->ptr == nullptr) return error;
  Program& all = program();
  const std::scoped_lock lock(all.mutex);
  all.gpus.insert(current_gpu());
  all.allocations.add(reinterpret_cast<std::uint64_t>(to->ptr), to->pitch * extent.height * extent.depth);
  return error;
}

cudaError_t cudaFree(void* address) {
  return freed(address, [=] { return GS_REAL(cudaFree)(address); });
}
cudaError_t cudaFreeHost(void* address) {
  return freed(address, [=] { return GS_REAL(cudaFreeHost)(address); });
}
cudaError_t cudaFreeAsync(void* address, cudaStream_t stream) {
  return freed_in(stream, address, [=] { return GS_REAL(cudaFreeAsync)(address, stream); });
}
cudaError_t cudaFreeAsync_ptsz(void* address, cudaStream_t stream) {
  return freed_in(of_thread(stream), address, [=] { return GS_REAL(cudaFreeAsync_ptsz)(address, stream); });
}
cudaError_t cudaHostUnregister(void* address) {
  return freed(address, [=] { return GS_REAL(cudaHostUnregister)(address); });
}

cudaError_t cudaDeviceReset() {
  const Inside inside;
  Program& all = program();
  const std::scoped_lock lock(all.mutex);
  all.allocations = {}, all.captured.clear(), all.graphs.clear();
  for (LoadedModule& module : all.modules) module.knows_places = false;
  return GS_REAL(cudaDeviceReset)();
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
                               cudaMemcpyKind kind) {
  return with_symbol(symbol, [=] { return GS_REAL(cudaMemcpyToSymbol)(symbol, from, bytes, offset, kind); });
}
cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                 cudaMemcpyKind kind) {
  return with_symbol(symbol, [=] { return GS_REAL(cudaMemcpyFromSymbol)(to, symbol, bytes, offset, kind); });
}
cudaError_t cudaGetSymbolAddress(void** to, const void* symbol) {
  return with_symbol(symbol, [=] { return GS_REAL(cudaGetSymbolAddress)(to, symbol); });
}

}  // extern "C"
