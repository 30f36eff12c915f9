// SPDX-License-Identifier: MIT
// cuBLAS takes column-major matrices; a row-major one is its transpose. So C = A * B row by row is, to it,
// C^T = B^T * A^T: the operands swapped, M and N too.
#include "tracing/cuda/cublas.h"

#include <cuda_fp16.h>

#include <algorithm>
#include <array>

#include "tracing/cuda/cublas_api.h"
#include "tracing/cuda/device.h"
#include "tracing/cuda/device_memory.h"
#include "tracing/cuda/stopwatch.h"

namespace gemmscope::cuda {

namespace {

/// A, B and C on the GPU.
struct Matrices {
  std::array<Memory, 3> memory;
  Element element = Element::kFloat;
  int M = 0, N = 0, K = 0;
};

template <class T>
Result<Memory> copied(const std::vector<T>& from) {
  auto memory = Memory::allocate(from.size() * sizeof(T));
  if (!memory) return memory;
  GS_CUDA_CHECK(cudaMemcpy(memory->template as<T>(), from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice));
  return memory;
}

Result<Memory> upload(Element element, const std::vector<float>& from) {
  if (element == Element::kFloat) return copied(from);
  std::vector<__half> halves(from.size());
  std::ranges::transform(from, halves.begin(), [](float f) { return __float2half_rn(f); });
  return copied(halves);
}

Result<Matrices> upload(Element element, const GemmData& data) {
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

template <class T>
Result<std::vector<T>> fetched(const Memory& from, std::size_t count) {
  std::vector<T> values(count);
  GS_CUDA_CHECK(cudaMemcpy(values.data(), from.template as<T>(), count * sizeof(T), cudaMemcpyDeviceToHost));
  return values;
}

Result<std::vector<float>> download_C(const Matrices& m) {
  const std::size_t count = static_cast<std::size_t>(m.M) * static_cast<std::size_t>(m.N);
  GS_CUDA_CHECK(cudaDeviceSynchronize());
  if (m.element == Element::kFloat) return fetched<float>(m.memory[2], count);
  const auto halves = fetched<__half>(m.memory[2], count);
  if (!halves) return tl::unexpected(halves.error());
  std::vector<float> C(count);
  std::ranges::transform(*halves, C.begin(), [](__half h) { return __half2float(h); });
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

  Result<Timing> bench(Element element, const GemmData& data, double seconds) override {
    const auto matrices = upload(element, data);
    if (!matrices) return tl::unexpected(matrices.error());
    Stopwatch stopwatch;
    const auto launch = [&] { return multiply(*matrices); };
    const double flops = 2.0 * static_cast<double>(data.M) * static_cast<double>(data.N) * static_cast<double>(data.K);
    return time_launches([&] { return stopwatch.time(launch); }, flops, seconds);
  }

  /// Errors: kNoDevice if the product of sizes that are all different is wrong.
  Result<void> check(Element element) {
    const GemmData data = make_fractions(48, 80, 112);
    const auto matrices = upload(element, data);
    if (!matrices) return tl::unexpected(matrices.error());
    if (auto done = multiply(*matrices); !done) return done;
    const auto C = download_C(*matrices);
    if (!C) return tl::unexpected(C.error());
    // Elements are below 1.1 and sums of 112 products about 20 at most: float is off by 1e-5 then, TF32 with its 10
    // bits of fraction by 3e-3. Half has those 10 bits, and rounds C: off by 1e-2.
    const double tolerance = element == Element::kFloat ? 5e-4 : 3e-2;
    if (count_wrong(*C, product_of(data), tolerance) == 0) return {};
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
  if (const auto device = find_device(); !device) return tl::unexpected(device.error());
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
