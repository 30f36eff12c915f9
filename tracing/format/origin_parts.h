// SPDX-License-Identifier: MIT
/// @file origin_parts.h
/// Where the values of a store to shared memory are from: one request (Row::origin) or several (Template::parts), seen
/// alike.
#pragma once

#include "tracing/format/recording.h"

namespace gemmscope::format {

/// Calls visit(part) for each request that values of row `row` came from, later ones first; once, with a part of 16
/// bytes, if they are all from one. Of a row whose values are not known to be from anywhere, never.
template <class Visit>
void for_each_origin(const Template& coded, std::size_t row, const Visit& visit) {
  constexpr std::uint8_t kAll = 16;
  const Row& of = coded.rows[row];
  if (of.origin != 0)
    visit(OriginPart{static_cast<std::uint32_t>(row), of.origin, of.origin_byte, 0, kAll, false});
  else if (!coded.parts.empty())
    for (const OriginPart& part : coded.parts_of(row)) visit(part);
}

}  // namespace gemmscope::format
