// SPDX-License-Identifier: MIT
/// @file number.h
/// Numbers as words, under the name that drawing code uses.
#pragma once

#include "app/words/number.h"

namespace gemmscope::draw {

using words::compact, words::count_of, words::decimals, words::percent, words::thousands;

}  // namespace gemmscope::draw
