// SPDX-License-Identifier: MIT
#include "tracing/analysis/tiles/unread.h"

#include <cstdlib>

#include "tracing/analysis/tiles/statement.h"

namespace gemmscope::analysis {

bool leaves_C_unread(const format::Recording& recording, const SaidRoles& said) {
  const std::vector<cxx::Token> tokens = cxx::tokens_of(said.text);
  for (const Tokens term : parts_at(parts_at(tokens, "=").back(), "+")) {
    bool is_zero = false, has_C = false;
    for (const Tokens factor : parts_at(term, "*")) {
      const auto one = named(factor);
      if (!one) continue;
      has_C = has_C || one->name == recording.tensors[said.C].name;
      const std::string value(recording.parameter(one->name).value_or("1"));
      char* end = nullptr;
      is_zero = is_zero || (std::strtod(value.c_str(), &end) == 0 && end != value.c_str() && *end == '\0');
    }
    if (has_C) return is_zero;
  }
  return false;
}

}  // namespace gemmscope::analysis
