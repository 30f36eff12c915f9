// SPDX-License-Identifier: MIT
/// @file shipped.h
/// The recordings of assets/recordings, which are compiled in: so that what a GPU recorded can be looked at without
/// one.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/session/session.h"

namespace gemmscope::session {

struct ShippedRecording {
  std::string recorder;  ///< "emulator", or the name of a GPU: "NVIDIA H200"
  std::string kernel;
  std::string source;     ///< the step's file, "kernels/10_warp_tile.cu"
  std::string size;       ///< "256 x 384 x 128", with multiplication signs
  std::string date;       ///< of the recording: "2026-11-22"
  std::string_view file;  ///< its bytes
};

/// Those of GPUs first, then those of the emulator; of one recorder in the order of the ladder.
std::span<const ShippedRecording> shipped_recordings();

/// Shows it, instead of what is being recorded.
void open_shipped(Session& session, const ShippedRecording& shipped);
/// The first one of `kernel`, because that could not be recorded: `why`, a sentence without a full stop.
void open_shipped_instead(Session& session, std::string_view kernel, const std::string& why);

}  // namespace gemmscope::session
