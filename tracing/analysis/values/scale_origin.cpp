// SPDX-License-Identifier: MIT
#include "tracing/analysis/values/scale_origin.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <vector>

namespace gemmscope::analysis {
namespace {

constexpr std::size_t kLargestArray = 64;  ///< bytes
constexpr std::size_t kMostParameters = 16;

/// Takes the first number that is near enough; the order of offers is that of likelihood.
class FirstNear {
 public:
  FirstNear(double value, double error) : value_(value), off_(error * std::fabs(value)) {}
  void offer(double value, const std::string& text) {
    if (std::fabs(value - value_) <= off_ && best_.text.empty()) best_ = {value, text};
  }
  [[nodiscard]] ScaleOrigin take() { return best_.text.empty() ? ScaleOrigin{value_, ""} : best_; }

 private:
  double value_, off_;
  ScaleOrigin best_;
};

/// "0f3F000000" and "0d3FE0000000000000".
void offer_constants(std::string_view ptx, FirstNear& to) {
  for (std::size_t at = ptx.find("0"); at != ptx.npos; at = ptx.find("0", at + 1)) {
    const char kind = at + 1 < ptx.size() ? ptx[at + 1] : ' ';
    const std::size_t digits = kind == 'f' ? 8 : kind == 'd' ? 16 : 0;
    if (digits == 0 || at + 2 + digits > ptx.size()) continue;
    std::uint64_t bits = 0;
    const char* const end = ptx.data() + at + 2 + digits;
    if (std::from_chars(ptx.data() + at + 2, end, bits, 16).ptr != end) continue;
    const double value =
        kind == 'd' ? std::bit_cast<double>(bits) : double{std::bit_cast<float>(static_cast<std::uint32_t>(bits))};
    to.offer(value, "a constant in its code"), to.offer(-value, "a constant in its code");
  }
}

/// Nor is 2 a constant where a number is added to itself: "add.f32 %f2, %f1, %f1;".
void offer_doubling(std::string_view ptx, FirstNear& to) {
  for (std::size_t at = ptx.find("add."); at != ptx.npos; at = ptx.find("add.", at + 1)) {
    const std::string_view statement = ptx.substr(at, ptx.find(';', at) - at);
    const std::size_t last = statement.rfind(", "),
                      second = last == statement.npos || last == 0 ? last : statement.rfind(", ", last - 1);
    if (last == statement.npos || second == statement.npos) continue;
    if (statement.substr(last + 2) == statement.substr(second + 2, last - second - 2))
      return to.offer(2, "a number that its code adds to itself");
  }
}

void offer_arrays(const format::Recording& recording, const format::KeptMemory& memory, FirstNear& to) {
  for (const format::KeptArray& array : memory.arrays) {
    if (array.tensor >= recording.tensors.size() || array.before.size() > kLargestArray) continue;
    const format::Tensor& tensor = recording.tensors[array.tensor];
    const auto kind = kind_of(array.type, tensor.element_bytes, recording.code.ptx);
    for (std::size_t i = 0; kind && (i + 1) * kind->bytes <= array.before.size(); ++i)
      to.offer(number_at(*kind, array.before.data() + i * kind->bytes), tensor.name + "[" + std::to_string(i) + "]");
  }
}

void offer_parameters(const format::KeptMemory& memory, FirstNear& to) {
  std::vector<std::pair<double, std::string>> all;
  for (const format::KeptScalar& scalar : memory.scalars)
    if (const auto value = value_of(scalar); value && *value != 0 && all.size() < kMostParameters)
      all.emplace_back(*value, scalar.name);
  for (const auto& [value, name] : all) {
    to.offer(1 / value, "1 / " + name);
    if (value > 0) to.offer(1 / std::sqrt(value), "1 / √" + name);
    to.offer(-value, "-" + name);
  }
  for (const auto& [one, name] : all)
    for (const auto& [other, its] : all) {
      to.offer(one * other, name + " " + its);
      to.offer(one / other, name + " / " + its);
    }
}

}  // namespace

ScaleOrigin scale_origin(double value, double error, const format::Recording& recording,
                         const format::KeptMemory& memory) {
  FirstNear nearest(value, error);
  offer_arrays(recording, memory, nearest);
  offer_parameters(memory, nearest);
  offer_constants(recording.code.ptx, nearest);
  offer_doubling(recording.code.ptx, nearest);
  return nearest.take();
}

}  // namespace gemmscope::analysis
