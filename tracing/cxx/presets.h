// SPDX-License-Identifier: MIT
/// @file presets.h
/// Settings of a text's numbers that its comments name:
///
///   // gemmscope: preset small: BM = 64, BN = 64, NT = 128
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tracing/format/recording.h"
#include "tracing/format/result.h"

namespace gemmscope::cxx {

struct Preset {
  std::string name;
  std::vector<format::Parameter> numbers;  ///< knobs.h says which numbers a text has
  friend bool operator==(const Preset&, const Preset&) = default;
};

/// How a preset is written, for errors.
inline constexpr std::string_view kHowToWritePreset = "write a preset as in 'preset small: BM = 64, BN = 64'";

/// Whether a statement, what follows format::kStatementMark, is meant to be a preset.
[[nodiscard]] bool is_preset(std::string_view statement);
/// Nothing: it is written otherwise than above.
[[nodiscard]] std::optional<Preset> preset_in(std::string_view statement);

/// In the order of the text. Errors: kUsage, with the line: it is not written as above, or a name is given twice.
[[nodiscard]] Result<std::vector<Preset>> presets_of(std::string_view text);

/// The numbers of the preset `name`. `file`: for errors. Errors: as presets_of; kUsage: there is no preset of that
/// name, saying which there are.
[[nodiscard]] Result<std::vector<format::Parameter>> preset_named(std::string_view text, std::string_view name,
                                                                  const std::string& file);

}  // namespace gemmscope::cxx
