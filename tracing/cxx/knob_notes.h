// SPDX-License-Identifier: MIT
/// @file knob_notes.h
/// What a source text says of one of its numbers: the comment behind it, the values that are worth a look, and the
/// tiles whose rows it pads.
///
///   constexpr int PA = 0;                     // floats added to each row of As
///   constexpr int vec = 4;                    // floats of one load: 4, 2 or 1
///   __shared__ float As[BK][BM + PA];         PA pads As
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tracing/cxx/knobs.h"

namespace gemmscope::cxx {

struct KnobNote {
  std::string comment;               ///< at the end of the number's first line, without the //; empty: none
  std::vector<std::int64_t> values;  ///< ascending; empty: any
  std::vector<std::string>
      pads;              ///< arrays in shared memory that have it behind a + in their extents, and nowhere else
  bool padding = false;  ///< it pads some, or its name says so: PA, kPad, ROW_PAD
  friend bool operator==(const KnobNote&, const KnobNote&) = default;
};

/// The values of a padding are 0, 1, 2, 4 and 8; those of any other number are what its comment ends with behind a
/// colon, as above, if the number is one of them. The number's own is always among them.
///
/// Cost: one pass over the text.
[[nodiscard]] KnobNote note_of(std::string_view text, const Knob& knob);

}  // namespace gemmscope::cxx
