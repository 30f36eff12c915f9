// SPDX-License-Identifier: MIT
/// @file mend_recording.h
#pragma once

#include "tracing/format/recording.h"

namespace gemmscope::fuzz {

/// Puts right what the reader would refuse for a reason that a change is not about, so that the change is looked at.
void mend(format::Recording& recording);

}  // namespace gemmscope::fuzz
