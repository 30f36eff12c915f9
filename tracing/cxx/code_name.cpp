// SPDX-License-Identifier: MIT
#include "tracing/cxx/code_name.h"

#include <vector>

#include "tracing/cxx/knobs.h"
#include "tracing/cxx/tokens.h"
#include "tracing/format/content_name.h"

namespace gemmscope::cxx {
namespace {

void add_code(format::ContentName& name, std::string_view text) {
  const auto add = [&](const Token& token) { name.add(token.text); };
  read_tokens(text, add, [&](std::string_view directive, std::uint32_t) {
    name.add("#");
    for (const Token& token : tokens_of(directive)) add(token);
    name.add("");
  });
}

std::string name_of(std::string_view text, std::span<const std::string_view> included) {
  format::ContentName name;
  add_code(name, text);
  for (const std::string_view each : included) name.add("#include"), add_code(name, each);
  return name.text();
}

}  // namespace

format::CodeName code_name(std::string_view text, std::span<const std::string_view> included) {
  if (text.empty()) return {};
  std::vector<format::Parameter> zeros;
  for (const Knob& knob : knobs_of(text).all) zeros.push_back({knob.name, "0"});
  const auto without_values = with_numbers(text, zeros, "");
  return {name_of(without_values ? *without_values : text, included), name_of(text, included)};
}

}  // namespace gemmscope::cxx
