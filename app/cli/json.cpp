// SPDX-License-Identifier: MIT
#include "app/cli/json.h"
#include "app/words/number.h"

#include <charconv>
#include <cmath>

namespace gemmscope::cli {

nlohmann::ordered_json value_json(const std::string& text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc{} && end == text.data() + text.size()) return number;
  return text;
}

nlohmann::ordered_json number_json(float value) {
  if (!std::isfinite(value)) return nullptr;
  constexpr float kWhole = 1 << 24;  // up to here floats hold every whole number
  if (std::abs(value) < kWhole && value == std::trunc(value)) return static_cast<std::int64_t>(value);
  const std::string text = words::number_text(value);
  double shown = 0;
  std::from_chars(text.data(), text.data() + text.size(), shown);
  return shown;
}

std::string json_text(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace gemmscope::cli
