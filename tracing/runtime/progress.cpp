// SPDX-License-Identifier: MIT
#include "tracing/runtime/progress.h"

#include <cstdio>
#include <cstdlib>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>

#include "tracing/runtime/variables.h"

namespace gemmscope::runtime {
namespace {

constexpr auto kInterval = std::chrono::milliseconds(100);  // between two notes

}  // namespace

Progress::Progress(std::string kernel)
    : kernel_(std::move(kernel)), next_(std::chrono::steady_clock::now() + kInterval) {
  if (const char* const folder = std::getenv(kFolderVariable); folder != nullptr && *folder != 0)
    path_ = folder + std::string("/") + kProgressFile;
}

Progress::~Progress() {
  if (!path_.empty()) std::remove(path_.c_str());
}

void Progress::operator()(std::uint64_t done, std::uint64_t total) {
  const auto now = std::chrono::steady_clock::now();
  if (path_.empty() || now < next_) return;
  next_ = now + kInterval;
  write(done, total);
}

/// A program that reads it at the same time reads the whole of it, or nothing.
void Progress::write(std::uint64_t done, std::uint64_t total) {
  const std::string beside = path_ + ".next";
  const int opened = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, S_IRUSR | S_IWUSR);
  std::FILE* const file = opened < 0 ? nullptr : ::fdopen(opened, "w");
  if (file == nullptr) return;
  std::fprintf(file, "%llu %llu %s\n", static_cast<unsigned long long>(done), static_cast<unsigned long long>(total),
               kernel_.c_str());
  std::fclose(file);
  std::rename(beside.c_str(), path_.c_str());
}

}  // namespace gemmscope::runtime
