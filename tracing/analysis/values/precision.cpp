// SPDX-License-Identifier: MIT
#include "tracing/analysis/values/precision.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gemmscope::analysis {
namespace {

const double kDouble = NumberKind{NumberKind::Of::kDouble, 8}.roundoff(), kFloat = NumberKind{}.roundoff(),
             kHalf = NumberKind{NumberKind::Of::kHalf, 2}.roundoff(),
             kBfloat = NumberKind{NumberKind::Of::kBfloat16, 2}.roundoff();
constexpr double kLeastFloat = 0x1p-126;  ///< numbers below it may be taken for zero (ftz)
constexpr double kLeastHalf = 0x1p-24;
constexpr double kMore = 8;  ///< roundings besides those of the K products: partial sums of a divided K, alpha, beta

/// What arithmetic a kernel's PTX has.
struct Arithmetic {
  bool f64 = false, f32 = false, f16 = false, bf16 = false;
  bool mma_f32 = false, mma_f16 = false;                        ///< by the type of the sums
  bool from_f16 = false, from_bf16 = false, from_tf32 = false;  ///< what matrix instructions multiply
};

bool has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

/// "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32": the first type is that of the sums.
void note_matrix(std::string_view opcode, Arithmetic& to) {
  std::string_view first;
  for (std::size_t at = 0; at < opcode.size();) {
    const std::size_t end = std::min(opcode.find('.', at), opcode.size());
    const std::string_view part = opcode.substr(at, end - at);
    if (first.empty() && (part == "f16" || part == "f32" || part == "f64" || part == "s32")) first = part;
    at = end + 1;
  }
  to.f64 |= first == "f64", to.mma_f32 |= first == "f32", to.mma_f16 |= first == "f16";
  to.from_tf32 |= has(opcode, ".tf32"), to.from_bf16 |= has(opcode, ".bf16");
  to.from_f16 |= has(opcode, ".f16") || (!has(opcode, "tf32") && !has(opcode, "bf16") && first == "f32");
}

Arithmetic arithmetic_of(std::string_view ptx) {
  const auto is_of_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_';
  };
  Arithmetic all;
  for (std::size_t at = 0; at < ptx.size();) {
    if (!is_of_word(ptx[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < ptx.size() && is_of_word(ptx[end])) ++end;
    const std::string_view word = ptx.substr(at, end - at);
    const bool is_named = at > 0 && (ptx[at - 1] == '%' || ptx[at - 1] == '$');  // a register, a label
    at = end;
    if (is_named) continue;
    if (word.starts_with("mma.") || word.starts_with("wmma.mma.") || word.starts_with("wgmma.mma"))
      note_matrix(word, all);
    if (!word.starts_with("fma.") && !word.starts_with("add.") && !word.starts_with("mul.") &&
        !word.starts_with("sub.") && !word.starts_with("mad."))
      continue;
    all.f64 |= has(word, ".f64"), all.f32 |= has(word, ".f32");
    all.f16 |= has(word, ".f16"), all.bf16 |= has(word, ".bf16");
  }
  return all;
}

constexpr double kApproximate = 0x1p-11;  ///< the error of tanh.approx, and of what is made of it

/// After the activation. Its slope is at most 1.13.
Expectation activated(Activation activation, const Expectation& e) {
  constexpr double kSteepest = 1.13;
  const double x = e.value, steep = kSteepest * e.tolerance, more = kApproximate * std::fabs(x);
  switch (activation) {
    case Activation::kNone: return e;
    case Activation::kRelu: return {std::max(x, 0.0), e.tolerance};
    case Activation::kGelu: return {x / 2 * (1 + std::erf(x / std::sqrt(2.0))), steep + more};
    case Activation::kGeluByTanh:
      return {x / 2 * (1 + std::tanh(std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * x * x * x))), steep + more};
    case Activation::kSilu: return {x / (1 + std::exp(-x)), steep + more};
    case Activation::kSigmoid: return {1 / (1 + std::exp(-x)), steep + kApproximate};
    case Activation::kTanh: return {std::tanh(x), steep + kApproximate};
  }
  return e;
}

}  // namespace

double gamma_of(double n, double unit_roundoff) {
  const double nu = n * unit_roundoff;
  return nu < 1 ? nu / (1 - nu) : std::numeric_limits<double>::infinity();
}

std::vector<Precision> precisions_of(const Factors& f, std::string_view ptx) {
  const Arithmetic uses = arithmetic_of(ptx);
  std::vector<Precision> all;
  const bool all_double = f.of_A.of == NumberKind::Of::kDouble && f.of_B == f.of_A && f.of_C == f.of_A;
  if (uses.f64 || all_double) all.push_back({kDouble, 0, 0, 0, "sums in double"});
  if (all_double && !uses.f32) return all;
  const double sum = uses.mma_f32 ? 2 * kFloat : kFloat;  // matrix instructions cut off instead of rounding
  all.push_back({sum, 0, 0, kLeastFloat, "sums in float"});
  constexpr double kBoth = 2.01;  // two factors
  const bool wide = f.of_A.bytes > 2 || f.of_B.bytes > 2;
  if (uses.from_tf32)
    all.push_back({sum, kBoth * 2 * kHalf, 0, kLeastFloat, "sums in float of factors rounded to TF32"});
  if (wide && (uses.from_f16 || uses.f16) && !uses.from_tf32)
    all.push_back({sum, kBoth * kHalf, 0, kLeastHalf, "sums in float of factors rounded to half"});
  if (wide && (uses.from_bf16 || uses.bf16))
    all.push_back({sum, kBoth * kBfloat, 0, kLeastFloat, "sums in float of factors rounded to bfloat16"});
  if (uses.f16) all.push_back({sum, 0, kHalf, kLeastHalf, "sums in float, scaled in half"});
  if (uses.f16 || uses.mma_f16) all.push_back({kHalf, 0, kHalf, kLeastHalf, "sums in half"});
  if (uses.bf16) all.push_back({sum, 0, kBfloat, kLeastFloat, "sums in float, scaled in bfloat16"});
  if (uses.bf16) all.push_back({kBfloat, 0, kBfloat, kLeastFloat, "sums in bfloat16"});
  return all;
}

Expectation expected(const Factors& f, std::size_t i, const Scaled& s, const Precision& p) {
  double added = s.beta == 0 ? 0 : s.beta * f.before[i];  // with beta = 0, C is not read
  if (s.bias != nullptr) added += s.bias->values[s.bias->by_row ? i / f.columns : i % f.columns];
  const double scaled = s.alpha * f.sum[i], value = scaled + added;
  const double sizes = std::fabs(s.alpha) * f.magnitude[i] + std::fabs(added);
  const double terms = f.K + kMore;
  const double after = 4 * p.after * (std::fabs(scaled) + std::fabs(added) + std::fabs(value));
  const double result = f.of_C.is_whole() ? 1 : f.of_C.roundoff() * std::fabs(value) + f.of_C.least() / 2;
  return activated(s.activation, {value, (gamma_of(terms, p.sum) + gamma_of(terms, kDouble)) * sizes +
                                             p.inputs * std::fabs(s.alpha) * f.magnitude[i] + after + result +
                                             terms * p.least * std::max(1.0, std::fabs(s.alpha))});
}

bool agrees(const Factors& f, std::size_t i, const Scaled& s, const Precision& p) {
  if (f.is_whole()) {
    const auto whole = [](double value) { return static_cast<std::uint64_t>(static_cast<std::int64_t>(value)); };
    const std::uint64_t should = whole(s.alpha) * f.whole[i] + whole(s.beta) * f.whole_before[i];
    return (should ^ f.whole_after[i]) << (64 - 8 * f.of_C.bytes) == 0;
  }
  const Expectation e = expected(f, i, s, p);
  const double is = f.after[i];
  if (std::isnan(e.value)) return std::isnan(is);
  if (std::isinf(e.value)) return is == e.value;
  if (std::isinf(is))
    return std::fabs(e.value) + e.tolerance >= f.of_C.largest() && std::signbit(is) == std::signbit(e.value);
  return is == e.value || std::fabs(is - e.value) <= e.tolerance;
}

}  // namespace gemmscope::analysis
