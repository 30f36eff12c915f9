// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <mutex>
#include <numbers>
#include <unordered_set>

#include "tracing/runtime/curand/api.h"
#include "tracing/runtime/curand/philox.h"
#include "tracing/runtime/shared.h"

namespace gemmscope::runtime::curand {

struct Generator {
  bool writes_device;
  void* stream = nullptr;
  std::uint64_t seed = 0;
  std::uint64_t next = 0;  ///< place in the sequence of 32-bit words
};

namespace {

/// Those that were created and not destroyed. Never destroyed itself: programs call until their very end.
struct Known {
  std::mutex mutex;
  std::unordered_set<Generator*> generators;
};
Known& known() {
  static auto* const one = new Known;
  return *one;
}

Status create(Generator** to, int type, bool writes_device) {
  if (type >= kFirstQuasi && type <= kLastQuasi) gemmscope_unsupported("a quasirandom generator of cuRAND");
  if (type < kFirstPseudo || type > kLastPseudo || to == nullptr) return Status::kTypeError;
  const std::scoped_lock lock(known().mutex);
  known().generators.insert(*to = new Generator{writes_device});
  return Status::kSuccess;
}

template <class Use>
Status with(Generator* generator, Use use) {
  const std::scoped_lock lock(known().mutex);
  return known().generators.contains(generator) ? use(*generator) : Status::kNotInitialized;
}

/// The words of one seed in order.
class Stream {
 public:
  explicit Stream(Generator& generator) : generator_(generator) {}

  std::uint32_t word() {
    const std::uint64_t block = generator_.next / kWords;
    if (block != block_) {
      words_ = philox({low(block), high(block)}, {low(generator_.seed), high(generator_.seed)});
      block_ = block;
    }
    return words_[generator_.next++ % kWords];
  }
  /// In (0, 1], as cuRAND's are.
  double uniform(const float*) { return (word() + 1.0) * 0x1p-32; }
  double uniform(const double*) {
    const std::uint64_t bits = word() | std::uint64_t{word()} << 32;
    return (static_cast<double>(bits >> 11) + 1.0) * 0x1p-53;
  }

 private:
  static constexpr std::uint64_t kWords = 4;
  static std::uint32_t low(std::uint64_t n) { return static_cast<std::uint32_t>(n); }
  static std::uint32_t high(std::uint64_t n) { return static_cast<std::uint32_t>(n >> 32); }

  Generator& generator_;
  std::uint64_t block_ = ~std::uint64_t{0};
  Words words_{};
};

/// `fill(stream)` writes the `n` numbers at `to`.
template <class T, class Fill>
Status generate(Generator* generator, T* to, std::size_t n, Fill fill) {
  return with(generator, [&](Generator& there) {
    if (n == 0) return Status::kSuccess;
    // Whether each launch of the graph gives new numbers is a matter of the generator's type.
    if (gemmscope_captures(there.stream)) gemmscope_unsupported("cuRAND in a stream that is being captured");
    if (to == nullptr || (there.writes_device && !gemmscope_holds(to, n * sizeof(T)))) {
      std::fprintf(stderr, "gemmscope: cuRAND: the %zu numbers are not in one allocation of the device\n", n);
      return Status::kLaunchFailure;
    }
    Stream stream(there);
    fill(stream);
    return Status::kSuccess;
  });
}

template <class T>
Status uniform(Generator* generator, T* to, std::size_t n) {
  return generate(generator, to, n,
                  [&](Stream& stream) { std::generate_n(to, n, [&] { return static_cast<T>(stream.uniform(to)); }); });
}

/// By pairs (G. Box and M. Muller, 1958), so there must be an even number, as in cuRAND. `of(x)`: of each, at last.
template <class T, class Of>
Status normal(Generator* generator, T* to, std::size_t n, T mean, T deviation, Of of) {
  if (n % 2 != 0) return Status::kLengthNotMultiple;
  return generate(generator, to, n, [&](Stream& stream) {
    for (std::size_t i = 0; i < n; i += 2) {
      const double radius = std::sqrt(-2 * std::log(stream.uniform(to)));
      const double angle = 2 * std::numbers::pi * stream.uniform(to);
      to[i] = static_cast<T>(of(mean + deviation * radius * std::cos(angle)));
      to[i + 1] = static_cast<T>(of(mean + deviation * radius * std::sin(angle)));
    }
  });
}

double itself(double x) { return x; }
double power_of_e(double x) { return std::exp(x); }

}  // namespace

Status curandCreateGenerator(Generator** to, int type) { return create(to, type, true); }
Status curandCreateGeneratorHost(Generator** to, int type) { return create(to, type, false); }
Status curandDestroyGenerator(Generator* generator) {
  return with(generator, [](Generator& there) {
    known().generators.erase(&there);
    delete &there;
    return Status::kSuccess;
  });
}

Status curandGetVersion(int* to) {
  if (to == nullptr) return Status::kOutOfRange;
  *to = 10400;  // of CUDA 13.0
  return Status::kSuccess;
}
Status curandGetProperty(int which, int* to) {
  constexpr int kVersion[] = {10, 4, 0};
  if (which < 0 || which >= 3 || to == nullptr) return Status::kOutOfRange;
  *to = kVersion[which];
  return Status::kSuccess;
}

Status curandSetStream(Generator* generator, void* stream) {
  return with(generator, [&](Generator& there) { return there.stream = stream, Status::kSuccess; });
}
/// Begins its sequence anew.
Status curandSetPseudoRandomGeneratorSeed(Generator* generator, unsigned long long seed) {
  return with(generator, [&](Generator& there) { return there.seed = seed, there.next = 0, Status::kSuccess; });
}
Status curandSetGeneratorOffset(Generator* generator, unsigned long long offset) {
  return with(generator, [&](Generator& there) { return there.next = offset, Status::kSuccess; });
}
/// NVIDIA's orders differ in speed, and in which numbers come first.
Status curandSetGeneratorOrdering(Generator* generator, int) {
  return with(generator, [](Generator&) { return Status::kSuccess; });
}
Status curandGenerateSeeds(Generator* generator) { return curandSetGeneratorOrdering(generator, 0); }

Status curandGenerate(Generator* generator, unsigned* to, std::size_t n) {
  return generate(generator, to, n, [&](Stream& stream) { std::generate_n(to, n, [&] { return stream.word(); }); });
}
Status curandGenerateUniform(Generator* generator, float* to, std::size_t n) { return uniform(generator, to, n); }
Status curandGenerateUniformDouble(Generator* generator, double* to, std::size_t n) {
  return uniform(generator, to, n);
}
Status curandGenerateNormal(Generator* generator, float* to, std::size_t n, float mean, float deviation) {
  return normal(generator, to, n, mean, deviation, itself);
}
Status curandGenerateNormalDouble(Generator* generator, double* to, std::size_t n, double mean, double deviation) {
  return normal(generator, to, n, mean, deviation, itself);
}
Status curandGenerateLogNormal(Generator* generator, float* to, std::size_t n, float mean, float deviation) {
  return normal(generator, to, n, mean, deviation, power_of_e);
}
Status curandGenerateLogNormalDouble(Generator* generator, double* to, std::size_t n, double mean, double deviation) {
  return normal(generator, to, n, mean, deviation, power_of_e);
}

}  // namespace gemmscope::runtime::curand
