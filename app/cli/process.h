// SPDX-License-Identifier: MIT
/// @file process.h
/// What a process must settle before its work.
#pragma once

#include "tracing/format/result.h"

namespace gemmscope::cli {

/// Opens standard streams that are closed, so that no file of ours takes their place; makes a limit on file sizes an
/// error of the write instead of a signal; and lets a program that cannot go on end with a sentence. Call it first.
void prepare_process();

/// Says `error` in one line on standard error. Returns the exit code.
int fail_with(const Error& error);

}  // namespace gemmscope::cli
