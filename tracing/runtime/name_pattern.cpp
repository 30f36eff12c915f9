// SPDX-License-Identifier: MIT
#include "tracing/runtime/name_pattern.h"

#include <re2/re2.h>

#include "tracing/format/limits.h"

namespace gemmscope::runtime {

Result<NamePattern> NamePattern::of(const std::string& text) {
  if (text.size() > format::kMaxNameBytes)
    return fail(ErrorKind::kUsage, "--kernel has " + std::to_string(text.size()) + " bytes, more than the " +
                                       std::to_string(format::kMaxNameBytes) + " allowed");
  RE2::Options options(RE2::Quiet);
  options.set_max_mem(kMostMemory);
  auto pattern = std::make_shared<const RE2>(text, options);
  if (!pattern->ok())
    return fail(ErrorKind::kUsage, "--kernel '" + text + "' is not a regular expression: " + pattern->error());
  return NamePattern(std::move(pattern));
}

bool NamePattern::matches(std::string_view name) const { return RE2::PartialMatch(std::string(name), *pattern_); }

}  // namespace gemmscope::runtime
