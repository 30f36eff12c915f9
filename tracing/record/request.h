// SPDX-License-Identifier: MIT
/// @file request.h
/// What a person asks to be recorded, before anything is checked.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tracing/format/recording.h"

namespace gemmscope::record {

enum class Backend : std::uint8_t { kCpu, kCuda };

struct RecordRequest {
  std::string kernel = "warp_tile";          ///< name or alias (k000)
  std::string preset;                        ///< empty: the kernel's first
  std::vector<format::Parameter> overrides;  ///< `--set`: PA=4, swzA=xor
  std::uint32_t M = 256, N = 256, K = 256;
  float alpha = 1, beta = 0;
  std::optional<format::Range> block_y, block_x, warps, k_tiles;  ///< absent: all
  bool epilogue = true;
  bool wrong_too = false;  ///< a variant that is deliberately broken will do
  Backend backend = Backend::kCpu;
  unsigned host_threads = 0;  ///< emulator: 0 = all cores

  friend bool operator==(const RecordRequest&, const RecordRequest&) = default;
};

/// Called now and then while a recording is made, from any thread: blocks done of all; 0 of 0 while its kernel is being
/// compiled. Return false to stop.
using Progress = std::function<bool(std::uint64_t done, std::uint64_t total)>;

}  // namespace gemmscope::record
