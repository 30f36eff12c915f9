// SPDX-License-Identifier: MIT
#include "app/views/parts/mistake.h"

#include "app/session/ladder.h"

namespace gemmscope::views {

std::string mistake_said(const format::Recording& recording) {
  constexpr std::string_view kBegins = "// Broken on purpose: ";
  std::string_view text = recording.source.text;
  if (text.starts_with("// SPDX")) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  return text.starts_with(kBegins) ? session::described(text).summary : "";
}

}  // namespace gemmscope::views
