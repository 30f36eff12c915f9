// SPDX-License-Identifier: MIT
/// @file end_with_run.h
/// A program that `gemmscope run` has started, also by way of make or a shell, ends when gemmscope is killed.
#pragma once

namespace gemmscope::runtime {

/// If kEndsWithVariable names a folder: checks now and then, on a thread of its own, whether the folder's process still
/// locks it (tracing/process/work_folder.h). If it does not, this program is killed.
void end_with_run();

}  // namespace gemmscope::runtime
