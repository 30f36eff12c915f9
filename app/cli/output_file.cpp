// SPDX-License-Identifier: MIT
#include "app/cli/output_file.h"

#include <unistd.h>

#include <filesystem>

namespace gemmscope::cli {

Result<void> check_output(const std::string& file) {
  std::filesystem::path folder = std::filesystem::path(file).parent_path();
  if (folder.empty()) folder = ".";
  const auto refuse = [](const std::string& what) {
    return fail(ErrorKind::kUsage, what + "; give another file with -o");
  };
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error))
    return refuse("there is no folder " + folder.string() + " to write " + file + " to");
  if (std::filesystem::is_directory(file, error)) return refuse(file + " is a folder");
  if (access(folder.c_str(), W_OK) != 0) return refuse("the folder " + folder.string() + " cannot be written to");
  return {};
}

}  // namespace gemmscope::cli
