// SPDX-License-Identifier: MIT
#include "tracing/analysis/values/scales.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numeric>

#include "tracing/cxx/types.h"

namespace gemmscope::analysis {
namespace {

constexpr std::size_t kSample = 1024;
constexpr std::size_t kMostScalars = 12;  ///< that are tried
constexpr double kByChance = 0.05;        ///< share of elements that may agree with a less likely pair, too
constexpr double kLeastSolved = 0.25;     ///< share that must agree with a solution: one element always does
constexpr double kLargestParts = 100;
constexpr std::size_t kTrials = 64;  ///< pairs of elements that are solved for

double share_of(const Factors& f, std::span<const std::size_t> sample, const Scaled& s, const Precision& p) {
  const auto agreeing = std::ranges::count_if(sample, [&](std::size_t i) { return agrees(f, i, s, p); });
  return sample.empty() ? 0 : static_cast<double>(agreeing) / static_cast<double>(sample.size());
}

bool is_whole(const format::KeptScalar& scalar) {
  const auto number = cxx::number_type(scalar.type);
  return number && number->is_whole;
}

bool is_integer(double value) { return std::fabs(value) < 0x1p53 && value == std::trunc(value); }

/// What may be `name`, the likely ones first.
std::vector<Scale> candidates(const Factors& f, std::span<const format::KeptScalar> scalars, std::string_view name,
                              std::initializer_list<double> usual) {
  std::vector<Scale> all;
  const auto add = [&](double value, Scale::From from, const std::string& its) {
    const bool known = std::ranges::any_of(all, [&](const Scale& each) { return each.value == value; });
    if (!known && std::isfinite(value) && (!f.is_whole() || is_integer(value))) all.push_back({value, from, its});
  };
  const format::KeptScalar* const named = scalar_called(scalars, name);
  if (named != nullptr) add(*value_of(*named), Scale::From::kParameter, named->name);
  for (const double value : usual) add(value, Scale::From::kUsual, "");
  for (std::size_t i = 0; i < std::min(scalars.size(), kMostScalars); ++i) {
    const auto value = value_of(scalars[i]);
    const bool is_size = is_whole(scalars[i]) && !f.is_whole();
    if (value && *value != 0 && !is_size) add(*value, Scale::From::kParameter, scalars[i].name);
  }
  return all;
}

/// Least squares over the elements that agree, each weighted by what it may be off.
Scaled refined(const Factors& f, std::span<const std::size_t> sample, const Scaled& start, const Precision& p,
               bool with_old) {
  double ss = 0, sc = 0, cc = 0, sa = 0, ca = 0;
  for (const std::size_t i : sample) {
    if (!agrees(f, i, start, p)) continue;
    const double weight = 1 / std::pow(std::max(expected(f, i, start, p).tolerance, 1e-300), 2);
    const double s = f.sum[i], c = with_old ? f.before[i] : 0, a = f.after[i];
    if (!std::isfinite(weight) || !std::isfinite(s) || !std::isfinite(c) || !std::isfinite(a)) continue;
    ss += weight * s * s, sc += weight * s * c, cc += weight * c * c, sa += weight * s * a, ca += weight * c * a;
  }
  if (!with_old) return ss > 0 ? Scaled{sa / ss, 0} : start;
  const double det = ss * cc - sc * sc;
  return std::fabs(det) > 1e-12 * ss * cc ? Scaled{(sa * cc - ca * sc) / det, (ca * ss - sa * sc) / det} : start;
}

/// Solves for alpha, and beta, of elements taken at random; the pair with which most others agree.
Scales fitted(const Factors& f, std::span<const std::size_t> sample, const Precision& p) {
  std::vector<std::size_t> usable;
  bool with_old = false;
  double most_sum = 0, most_old = 0, most_after = 0;
  for (const std::size_t i : sample) {
    if (!std::isfinite(f.sum[i]) || !std::isfinite(f.after[i]) || f.sum[i] == 0) continue;
    usable.push_back(i);
    with_old = with_old || (std::isfinite(f.before[i]) && f.before[i] != 0);
    most_sum = std::max(most_sum, std::fabs(f.sum[i])), most_after = std::max(most_after, std::fabs(f.after[i]));
    if (std::isfinite(f.before[i])) most_old = std::max(most_old, std::fabs(f.before[i]));
  }
  Scales best{{1, Scale::From::kFitted}, {0, Scale::From::kUsual}, -1};
  if (usable.size() < 4) return best;
  const auto look = [&](const Scaled& s) {
    if (!std::isfinite(s.alpha) || !std::isfinite(s.beta) || s.alpha == 0) return;
    // Where both parts are far larger than C, what rounding may cause is, too, and all elements agree.
    if (std::fabs(s.alpha) * most_sum + std::fabs(s.beta) * most_old > kLargestParts * most_after) return;
    if (const double share = share_of(f, sample, s, p); share > best.share) {
      best.share = share, best.alpha.value = s.alpha, best.beta.value = s.beta;
      best.beta.from = s.beta == 0 ? Scale::From::kUsual : Scale::From::kFitted;
    }
  };
  for (std::size_t trial = 0; trial < kTrials; ++trial) {
    const std::size_t i = usable[trial * 7919 % usable.size()], j = usable[(trial * 104729 + 1) % usable.size()];
    look({f.after[i] / f.sum[i], 0});
    if (!with_old || i == j) continue;
    look({(f.after[i] - f.before[i]) / f.sum[i], 1});
    const double det = f.sum[i] * f.before[j] - f.sum[j] * f.before[i];
    look({(f.after[i] * f.before[j] - f.after[j] * f.before[i]) / det,
          (f.sum[i] * f.after[j] - f.sum[j] * f.after[i]) / det});
  }
  for (int times = 0; times < 2; ++times) {
    const Scaled better = refined(f, sample, best.scaled(), p, best.beta.value != 0);
    if (const double before = best.share; share_of(f, sample, better, p) >= before) {
      best.share = -1, look(better);
      if (best.share < 0) best.share = before;  // it is refused
    }
  }
  return best;
}

}  // namespace

const format::KeptScalar* scalar_called(std::span<const format::KeptScalar> scalars, std::string_view name) {
  for (const format::KeptScalar& scalar : scalars) {
    std::string last = scalar.name.substr(scalar.name.find_last_of('.') + 1);
    std::ranges::transform(last, last.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (last.starts_with("m_")) last.erase(0, 2);
    while (last.ends_with('_')) last.pop_back();
    if (last == name && value_of(scalar)) return &scalar;
  }
  return nullptr;
}

std::vector<std::size_t> sample_of(const Factors& f) {
  std::vector<std::size_t> sample(std::min(f.elements(), kSample));
  if (sample.size() == f.elements()) return std::iota(sample.begin(), sample.end(), 0), sample;
  std::uint64_t random = 1;
  for (std::size_t& i : sample) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    i = (random >> 33) % f.elements();
  }
  return sample;
}

Scales scales_of(const Factors& f, std::span<const std::size_t> sample, const Precision& p,
                 std::span<const format::KeptScalar> scalars, const Scaled& like) {
  const std::vector<Scale> alphas = candidates(f, scalars, "alpha", {1, -1}),
                           betas = candidates(f, scalars, "beta", {0, 1});
  Scales best{.share = -1};                                                 // the first is taken in any case
  for (std::size_t sum = 0; sum < alphas.size() + betas.size() - 1; ++sum)  // both likely, then one of them
    for (std::size_t a = 0; a <= std::min(sum, alphas.size() - 1); ++a) {
      if (sum - a >= betas.size()) continue;
      const Scaled scaled{alphas[a].value, betas[sum - a].value, like.bias, like.activation};
      const Scales each{alphas[a], betas[sum - a], share_of(f, sample, scaled, p)};
      if (each.share == 1 || each.share > best.share + kByChance) best = each;
      if (best.share == 1) return best;
    }
  if (f.is_whole() || like.bias != nullptr || like.activation != Activation::kNone) return best;
  const Scales solved = fitted(f, sample, p);
  return solved.share > std::max(best.share, kLeastSolved) ? solved : best;
}

}  // namespace gemmscope::analysis
