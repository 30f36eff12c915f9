// SPDX-License-Identifier: MIT
#include "app/cli/json.h"

#include <charconv>

namespace gemmscope::cli {

nlohmann::ordered_json value_json(const std::string& text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc{} && end == text.data() + text.size()) return number;
  return text;
}

std::string json_text(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace gemmscope::cli
