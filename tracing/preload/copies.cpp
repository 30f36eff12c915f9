// SPDX-License-Identifier: MIT
// The functions by which programs copy and fill memory. A recorded launch runs several times, and before each run the
// program's memory is put back: what another thread copies meanwhile would be lost, or come from a run.
#include "tracing/preload/program.h"

using namespace gemmscope::preload;

namespace {

template <class Real>
cudaError_t while_nothing_is_recorded(const Real& real) {
  const Inside inside;
  return inside.is_outermost() ? program().turns.beside_others(real) : real();
}

}  // namespace

#define GS_COPIES(name, parameters, arguments)                                 \
  extern "C" cudaError_t name parameters;                                      \
  extern "C" cudaError_t name parameters {                                     \
    return while_nothing_is_recorded([&] { return GS_REAL(name) arguments; }); \
  }
/// Also of programs that were compiled with --default-stream per-thread.
#define GS_COPIES_AT_ONCE(name, parameters, arguments) \
  GS_COPIES(name, parameters, arguments)               \
  GS_COPIES(name##_ptds, parameters, arguments)
#define GS_COPIES_IN_STREAM(name, parameters, arguments) \
  GS_COPIES(name, parameters, arguments)                 \
  GS_COPIES(name##_ptsz, parameters, arguments)

GS_COPIES_AT_ONCE(cudaMemcpy, (void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind),
                  (to, from, bytes, kind))
GS_COPIES_IN_STREAM(cudaMemcpyAsync,
                    (void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream),
                    (to, from, bytes, kind, stream))
GS_COPIES_AT_ONCE(cudaMemcpy2D,
                  (void* to, std::size_t pitch, const void* from, std::size_t its, std::size_t width,
                   std::size_t height, cudaMemcpyKind kind),
                  (to, pitch, from, its, width, height, kind))
GS_COPIES_IN_STREAM(cudaMemcpy2DAsync,
                    (void* to, std::size_t pitch, const void* from, std::size_t its, std::size_t width,
                     std::size_t height, cudaMemcpyKind kind, cudaStream_t stream),
                    (to, pitch, from, its, width, height, kind, stream))
GS_COPIES_AT_ONCE(cudaMemcpy3D, (const cudaMemcpy3DParms* what), (what))
GS_COPIES_IN_STREAM(cudaMemcpy3DAsync, (const cudaMemcpy3DParms* what, cudaStream_t stream), (what, stream))
GS_COPIES(cudaMemcpyPeer, (void* to, int device, const void* from, int its, std::size_t bytes),
          (to, device, from, its, bytes))
GS_COPIES(cudaMemcpyPeerAsync,
          (void* to, int device, const void* from, int its, std::size_t bytes, cudaStream_t stream),
          (to, device, from, its, bytes, stream))
GS_COPIES_IN_STREAM(cudaMemcpyToSymbolAsync,
                    (const void* symbol, const void* from, std::size_t bytes, std::size_t offset, cudaMemcpyKind kind,
                     cudaStream_t stream),
                    (symbol, from, bytes, offset, kind, stream))
GS_COPIES_IN_STREAM(cudaMemcpyFromSymbolAsync,
                    (void* to, const void* symbol, std::size_t bytes, std::size_t offset, cudaMemcpyKind kind,
                     cudaStream_t stream),
                    (to, symbol, bytes, offset, kind, stream))
GS_COPIES_AT_ONCE(cudaMemset, (void* to, int value, std::size_t bytes), (to, value, bytes))
GS_COPIES_IN_STREAM(cudaMemsetAsync, (void* to, int value, std::size_t bytes, cudaStream_t stream),
                    (to, value, bytes, stream))
GS_COPIES(cudaMemcpy3DPeer, (const cudaMemcpy3DPeerParms* what), (what))
GS_COPIES_IN_STREAM(cudaMemcpy3DPeerAsync, (const cudaMemcpy3DPeerParms* what, cudaStream_t stream), (what, stream))
GS_COPIES_AT_ONCE(cudaMemset3D, (cudaPitchedPtr to, int value, cudaExtent extent), (to, value, extent))
GS_COPIES_IN_STREAM(cudaMemset3DAsync, (cudaPitchedPtr to, int value, cudaExtent extent, cudaStream_t stream),
                    (to, value, extent, stream))
GS_COPIES_AT_ONCE(cudaMemset2D, (void* to, std::size_t pitch, int value, std::size_t width, std::size_t height),
                  (to, pitch, value, width, height))
GS_COPIES_IN_STREAM(cudaMemset2DAsync,
                    (void* to, std::size_t pitch, int value, std::size_t width, std::size_t height,
                     cudaStream_t stream),
                    (to, pitch, value, width, height, stream))
