// SPDX-License-Identifier: MIT
// cuBLAS takes column-major matrices; a row-major one is its transpose. So C = A * B row by row is, to it,
// C^T = B^T * A^T: the operands swapped, M and N too.
#include "tracing/cuda/cublas.h"

#include <cuda_fp16.h>

#include <array>

#include "tracing/cuda/cublas_api.h"
#include "tracing/cuda/device.h"
#include "tracing/cuda/device_memory.h"
#include "tracing/cuda/stopwatch.h"

namespace gemmscope::cuda {

namespace {

__global__ void to_half(const float* from, __half* to, std::size_t count) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) to[i] = __float2half_rn(from[i]);
}
__global__ void to_float(const __half* from, float* to, std::size_t count) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) to[i] = __half2float(from[i]);
}

constexpr unsigned kThreads = 256;
unsigned blocks_for(std::size_t count) { return static_cast<unsigned>((count + kThreads - 1) / kThreads); }

/// A, B and C on the GPU.
struct Matrices {
  std::array<Memory, 3> memory;
  Element element = Element::kFloat;
  int M = 0, N = 0, K = 0;
};

Result<Memory> upload(Element element, const std::vector<float>& from) {
  auto floats = Memory::allocate(Memory::Place::kDevice, from.size() * sizeof(float));
  if (!floats) return floats;
  GS_CUDA_CHECK(cudaMemcpy(floats->as<float>(), from.data(), from.size() * sizeof(float), cudaMemcpyHostToDevice));
  if (element == Element::kFloat) return floats;
  auto halves = Memory::allocate(Memory::Place::kDevice, from.size() * sizeof(__half));
  if (!halves) return halves;
  to_half<<<blocks_for(from.size()), kThreads>>>(floats->as<float>(), halves->as<__half>(), from.size());
  GS_CUDA_CHECK(cudaGetLastError());
  GS_CUDA_CHECK(cudaDeviceSynchronize());
  return halves;
}

Result<Matrices> upload(Element element, const kernels::GemmData& data) {
  Matrices all;
  all.element = element;
  all.M = static_cast<int>(data.M), all.N = static_cast<int>(data.N), all.K = static_cast<int>(data.K);
  const std::vector<float>* from[] = {&data.A, &data.B, &data.C};
  for (std::size_t i = 0; i < all.memory.size(); ++i) {
    auto memory = upload(element, *from[i]);
    if (!memory) return tl::unexpected(memory.error());
    all.memory[i] = std::move(*memory);
  }
  return all;
}

Result<std::vector<float>> download_C(const Matrices& m) {
  std::vector<float> C(static_cast<std::size_t>(m.M) * static_cast<std::size_t>(m.N));
  const Memory* from = &m.memory[2];
  Memory floats;
  if (m.element == Element::kHalf) {
    if (auto grown = floats.grow(Memory::Place::kDevice, C.size() * sizeof(float)); !grown)
      return tl::unexpected(grown.error());
    to_float<<<blocks_for(C.size()), kThreads>>>(from->as<__half>(), floats.as<float>(), C.size());
    GS_CUDA_CHECK(cudaGetLastError());
    from = &floats;
  }
  GS_CUDA_CHECK(cudaDeviceSynchronize());
  GS_CUDA_CHECK(cudaMemcpy(C.data(), from->as<float>(), C.size() * sizeof(float), cudaMemcpyDeviceToHost));
  return C;
}

class LoadedCublas : public Cublas {
 public:
  LoadedCublas(const CublasApi& api, CublasApi::Handle handle, int version)
      : api_(api), handle_(handle), version_(version) {}
  ~LoadedCublas() override { (void)api_.destroy(handle_); }

  /// MMmmpp, as CUBLAS_VERSION is made since 11.
  std::string version() const override {
    return std::to_string(version_ / 10000) + "." + std::to_string(version_ / 100 % 100) + "." +
           std::to_string(version_ % 100);
  }

  Result<Timing> bench(Element element, const kernels::GemmData& data, double seconds) override {
    const auto matrices = upload(element, data);
    if (!matrices) return tl::unexpected(matrices.error());
    Stopwatch stopwatch;
    const auto launch = [&] { return multiply(*matrices); };
    const double flops = 2.0 * static_cast<double>(data.M) * static_cast<double>(data.N) * static_cast<double>(data.K);
    return time_launches([&] { return stopwatch.time(launch); }, flops, seconds);
  }

  /// Errors: kNoDevice if the product of sizes that are all different is wrong.
  Result<void> check(Element element) {
    const kernels::GemmData data = kernels::make_fractions(48, 80, 112);
    const auto matrices = upload(element, data);
    if (!matrices) return tl::unexpected(matrices.error());
    if (auto done = multiply(*matrices); !done) return done;
    const auto C = download_C(*matrices);
    if (!C) return tl::unexpected(C.error());
    // Elements are below 1.1 and sums of 112 products about 20 at most: float is off by 1e-5 then, TF32 with its 10
    // bits of fraction by 3e-3. Half has those 10 bits, and rounds C: off by 1e-2.
    const double tolerance = element == Element::kFloat ? 5e-4 : 3e-2;
    if (kernels::count_wrong(*C, kernels::reference_gemm(data, 1, 0), tolerance) == 0) return {};
    return fail(ErrorKind::kNoDevice,
                "cuBLAS of " + api_.file + " computes a wrong product; measure with version 12 or 13");
  }

 private:
  Result<void> multiply(const Matrices& m) {
    const float alpha = 1, beta = 0;
    constexpr int kOp = CublasApi::kAsStored, kType = CublasApi::kHalf;
    const int status = m.element == Element::kFloat
                           ? api_.sgemm(handle_, kOp, kOp, m.N, m.M, m.K, &alpha, m.memory[1].as<float>(), m.N,
                                        m.memory[0].as<float>(), m.K, &beta, m.memory[2].as<float>(), m.N)
                           : api_.gemm_ex(handle_, kOp, kOp, m.N, m.M, m.K, &alpha, m.memory[1].as<void>(), kType, m.N,
                                          m.memory[0].as<void>(), kType, m.K, &beta, m.memory[2].as<void>(), kType, m.N,
                                          CublasApi::kSumInFloat, CublasApi::kItsOwnChoice);
    if (status == 0) return {};
    return fail(ErrorKind::kNoDevice, "cuBLAS refused a product with status " + std::to_string(status) +
                                          "; the documentation of cublasStatus_t says what it means");
  }

  const CublasApi& api_;
  CublasApi::Handle handle_;
  int version_;
};

}  // namespace

Result<std::unique_ptr<Cublas>> Cublas::open() {
  // Our own kernels here only convert data, so it does not matter whether they are optimised.
  if (const auto device = find_device_of_programs(); !device) return tl::unexpected(device.error());
  const Result<CublasApi>& api = cublas_api();
  if (!api) return tl::unexpected(api.error());
  CublasApi::Handle handle = nullptr;
  if (const int status = api->create(&handle); status != 0)
    return fail(ErrorKind::kNoDevice, "cuBLAS of " + api->file + " does not start: status " + std::to_string(status) +
                                          "; its version must suit the driver");
  int version = 0;
  (void)api->get_version(handle, &version);
  auto opened = std::make_unique<LoadedCublas>(*api, handle, version);
  if (api->set_math_mode(handle, CublasApi::kDefaultMath) != 0 || api->set_stream(handle, cudaStreamPerThread) != 0)
    return fail(ErrorKind::kNoDevice,
                "cuBLAS of " + api->file + " refuses its settings; its version must suit the driver");
  for (const Element element : {Element::kFloat, Element::kHalf})
    if (auto right = opened->check(element); !right) return tl::unexpected(right.error());
  return opened;
}

Result<std::string> find_cublas() {
  return cublas_api().map([](const CublasApi& api) { return api.file; });
}

}  // namespace gemmscope::cuda
