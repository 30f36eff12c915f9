// SPDX-License-Identifier: MIT
#include "tracing/cxx/presets.h"

#include <algorithm>

#include "tracing/cxx/numbers.h"
#include "tracing/cxx/statements.h"
#include "tracing/cxx/tokens.h"

namespace gemmscope::cxx {
namespace {

std::string names_of(const std::vector<Preset>& presets) {
  std::string names;
  for (const Preset& preset : presets) names += (names.empty() ? "" : ", ") + preset.name;
  return names;
}

}  // namespace

bool is_preset(std::string_view statement) { return kind_of(statement) == "preset"; }

std::optional<Preset> preset_in(std::string_view statement) {
  const std::vector<Token> tokens = tokens_of(statement);
  const auto text = [&](std::size_t i) { return i < tokens.size() ? tokens[i].text : std::string_view(); };
  if (!is_word(text(1)) || text(2) != ":") return std::nullopt;
  Preset preset{std::string(text(1)), {}};
  for (std::size_t at = 3;; ++at) {
    if (!is_word(text(at)) || text(at + 1) != "=") return std::nullopt;
    const bool negative = text(at + 2) == "-";
    const std::string_view digits = text(at + (negative ? 3 : 2));
    const auto value = number_in(digits);
    if (!value) return std::nullopt;
    preset.numbers.push_back({std::string(text(at)), std::to_string(negative ? -*value : *value)});
    at += negative ? 4 : 3;
    if (at == tokens.size()) return preset;
    if (text(at) != ",") return std::nullopt;
  }
}

Result<std::vector<Preset>> presets_of(std::string_view text) {
  std::vector<Preset> presets;
  for (const Statement& statement : statements_of(text)) {
    if (!is_preset(statement.text)) continue;
    const auto line = "line " + std::to_string(statement.line) + ": ";
    auto preset = preset_in(statement.text);
    if (!preset) return fail(ErrorKind::kUsage, line + std::string(kHowToWritePreset));
    if (std::ranges::count(presets, preset->name, &Preset::name) != 0)
      return fail(ErrorKind::kUsage, line + "there is a preset " + preset->name + " already");
    presets.push_back(std::move(*preset));
  }
  return presets;
}

Result<std::vector<format::Parameter>> preset_named(std::string_view text, std::string_view name,
                                                    const std::string& file) {
  auto presets = presets_of(text);
  if (!presets) return fail(ErrorKind::kUsage, file + ", " + presets.error().message);
  const auto found = std::ranges::find(*presets, name, &Preset::name);
  if (found != presets->end()) return std::move(found->numbers);
  return fail(ErrorKind::kUsage, file + " has no preset " + std::string(name) +
                                     (presets->empty() ? "; it has none" : "; it has " + names_of(*presets)));
}

}  // namespace gemmscope::cxx
