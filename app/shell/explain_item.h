// SPDX-License-Identifier: MIT
/// @file explain_item.h
/// Tooltips of Dear ImGui's own widgets.
#pragma once

#include <string_view>

namespace gemmscope::shell {

/// A tooltip for the last item, at once: Dear ImGui's own delays would need frames while nothing happens, and the
/// window sleeps then.
void explain_item(std::string_view text);

}  // namespace gemmscope::shell
