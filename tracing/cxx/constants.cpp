// SPDX-License-Identifier: MIT
#include <algorithm>

#include "tracing/cxx/declarations.h"

namespace gemmscope::cxx {

Constants::Constants(const Declarations& all, const DeclaredKernel* kernel,
                     std::map<std::string, std::int64_t, std::less<>> given)
    : all_(all), given_(std::move(given)) {
  if (kernel != nullptr) first_line_ = kernel->first_line, last_line_ = kernel->last_line;
}

std::optional<std::int64_t> Constants::value(std::string_view name) const {
  constexpr std::size_t kMostNames = 100'000;
  if (const auto known = known_.find(name); known != known_.end()) return known->second;
  if (known_.size() > kMostNames) return std::nullopt;
  known_.emplace(name, std::nullopt);  // while it is computed: it does not depend on itself
  const auto value = found(name);
  known_.insert_or_assign(std::string(name), value);
  return value;
}

std::optional<std::int64_t> Constants::value(std::span<const Token> expression) const {
  return value_of(expression, [&](std::string_view word) { return value(word); });
}

std::optional<std::int64_t> Constants::found(std::string_view name) const {
  if (const auto given = given_.find(name); given != given_.end()) return given->second;
  if (const auto macro = all_.macros().find(name); macro != all_.macros().end()) return value(macro->second);
  const auto said = all_.values().find(name);
  if (said == all_.values().end()) return std::nullopt;
  const auto is_own = [&](const Declarations::Value& one) {
    return one.line != 0 && first_line_ <= one.line && one.line <= last_line_;
  };
  const bool has_own = std::ranges::any_of(said->second, is_own);
  std::optional<std::int64_t> value;
  for (const Declarations::Value& one : said->second) {
    if (has_own && !is_own(one)) continue;
    const auto its = one.expression.empty() ? std::optional<std::int64_t>(0) : this->value(one.expression);
    std::int64_t sum = 0;
    if (!its || __builtin_add_overflow(*its, one.plus, &sum) || (value && *value != sum)) return std::nullopt;
    value = sum;
  }
  return value;
}

std::vector<std::pair<std::string, std::int64_t>> Constants::all() const {
  std::vector<std::pair<std::string, std::int64_t>> all(given_.begin(), given_.end());
  const auto add = [&](std::string_view name) {
    if (const auto its = value(name); its && !given_.contains(name)) all.emplace_back(name, *its);
  };
  for (const auto& [name, body] : all_.macros()) add(name);
  for (const auto& [name, values] : all_.values())
    if (!all_.macros().contains(name)) add(name);
  return all;
}

}  // namespace gemmscope::cxx
