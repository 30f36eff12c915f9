// SPDX-License-Identifier: MIT
#include "tracing/process/work_folder.h"

#include <cstdlib>
#include <system_error>

namespace gemmscope::process {

WorkFolder::WorkFolder(const std::filesystem::path& where, const std::string& name) {
  std::string pattern = (where / (name + "_XXXXXX")).string();
  if (!where.empty() && ::mkdtemp(pattern.data()) != nullptr) path = pattern;
}

WorkFolder::~WorkFolder() {
  std::error_code error;
  if (!path.empty()) std::filesystem::remove_all(path, error);
}

}  // namespace gemmscope::process
