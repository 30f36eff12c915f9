// SPDX-License-Identifier: MIT
/// @file backend.h
/// What programs can be recorded on here.
#pragma once

#include <string>
#include <vector>

namespace gemmscope::cli {

struct BackendInfo {
  std::string name;     ///< as --backend takes it
  std::string device;   ///< what it runs on; empty if it cannot run
  std::string missing;  ///< why it cannot run; empty if it can
};
std::vector<BackendInfo> find_backends();

}  // namespace gemmscope::cli
