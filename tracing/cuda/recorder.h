// SPDX-License-Identifier: MIT
/// @file recorder.h
/// Runs and records kernels on an NVIDIA GPU.
///
/// A recording made here equals the emulator's (tracing/simt/emulator.h) in everything but its origin;
/// scripts/gpu_check compares them. In a build without CUDA, and on a machine without a GPU, every function returns
/// kNoDevice.
#pragma once

#include "kernels/reference.h"
#include "tracing/cuda/device.h"
#include "tracing/format/recording.h"
#include "tracing/record/plan.h"
#include "tracing/record/request.h"

namespace gemmscope::cuda {

/// Runs the traced build of the selected blocks twice, counting and then recording into memory of exactly that size.
/// A selection too large for one launch is recorded in several.
/// Errors  kUsage: as make_plan, or stopped by `progress`. kNoDevice: no GPU, or it failed. kNoSpace: too little memory
/// on
///         the GPU or the host; one block is always recorded in one launch.
Result<format::Recording> record(const record::RecordRequest& request, const record::Progress& progress = {});

/// Runs the plain build of the whole grid on `data`; C is replaced by the result.
Result<void> run_plain(const record::Plan& plan, kernels::GemmData& data);

/// The same with the traced build, recording nothing of it: its results must be those of the plain one.
Result<void> run_traced(const record::Plan& plan, kernels::GemmData& data);

}  // namespace gemmscope::cuda
