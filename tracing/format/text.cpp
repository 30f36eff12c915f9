// SPDX-License-Identifier: MIT
#include "tracing/format/text.h"

#include <cstdint>

namespace gemmscope::format {
namespace {

/// Takes one code point off the front of `text`; false if there is none.
bool take_code_point(std::string_view& text, std::uint32_t& code) {
  constexpr std::uint32_t kSmallest[] = {0, 0x80, 0x800, 0x10000};  // anything less is overlong
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t more = lead < 0x80            ? 0
                           : lead >> 5 == 0b110   ? 1
                           : lead >> 4 == 0b1110  ? 2
                           : lead >> 3 == 0b11110 ? 3
                                                  : 4;
  if (more == 4 || text.size() <= more) return false;
  code = more == 0 ? lead : lead & (0x3fu >> more);
  for (std::size_t i = 1; i <= more; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if (next >> 6 != 0b10) return false;
    code = code << 6 | (next & 0x3fu);
  }
  text.remove_prefix(more + 1);
  return code >= kSmallest[more] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}

}  // namespace

bool is_plain_text(std::string_view text, bool lines) {
  for (std::uint32_t code = 0; !text.empty();) {
    if (!take_code_point(text, code)) return false;
    const bool is_line = code == '\t' || code == '\n' || code == '\r' || code == '\f';
    const bool is_control = code < 0x20 || (code >= 0x7f && code < 0xa0);
    if (is_control && !(lines && is_line)) return false;
  }
  return true;
}

}  // namespace gemmscope::format
