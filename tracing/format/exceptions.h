// SPDX-License-Identifier: MIT
/// @file exceptions.h
#pragma once

#include "tracing/format/result.h"

namespace gemmscope {

/// The error that the exception being handled comes down to; call it in a catch block. Where a thread, or the program,
/// ends: nothing below throws what it can return.
/// kNoSpace if memory, threads or another resource of the system ran out. Anything else is a mistake of this program
/// and says so.
Error error_of_exception() noexcept;

}  // namespace gemmscope
