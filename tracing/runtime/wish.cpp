// SPDX-License-Identifier: MIT
#include "tracing/runtime/wish.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tracing/format/file.h"
#include "tracing/ptx/readable_names.h"
#include "tracing/runtime/end_with_run.h"
#include "tracing/runtime/launch_log.h"

namespace gemmscope::runtime {
namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// Pairs of numbers: begin and end.
std::vector<format::Range> ranges(const char* name) {
  std::istringstream in(variable(name));
  std::vector<format::Range> all;
  for (format::Range range; in >> range.begin >> range.end;) all.push_back(range);
  return all;
}

format::Range clipped(const std::optional<format::Range>& wanted, std::uint32_t most) {
  if (!wanted) return {0, most};
  return {std::min(wanted->begin, most), std::min(wanted->end, most)};
}

/// Takes a name for a recording, for which all launches of a run compete. False: another launch has it. If no file can
/// be made for this, the name is free; then the recording cannot be written either.
bool take_name(const std::string& folder, const std::string& name) {
  const int file = ::open((folder + "/." + name + ".taken").c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR);
  if (file >= 0) ::close(file);
  return file >= 0 || errno != EEXIST;
}

/// "gemm<float, 4>" -> "gemm_float_4"
std::string file_name(const std::string& kernel) {
  std::string name;
  for (const char c : kernel) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (plain)
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  }
  while (name.ends_with('_')) name.pop_back();
  constexpr std::size_t kMost = 100;
  return name.empty() ? "kernel" : name.substr(0, kMost);
}

}  // namespace

bool Wish::is_about(const Kernel& k) const { return !folder.empty() && kernel.matches(ptx::short_name(k.name)); }
bool Wish::names(const Kernel& k) const { return k.launches == launch && is_about(k); }

/// If K is not known, a program has no k-tiles, so every request is one of the write-back.
format::Selection Wish::part_of(const lockstep::Launch& l) const {
  const bool lacks_z = block_y && !block_z && l.grid[2] != 1;
  return {.block_y = clipped(block_y, l.grid[1]),
          .block_x = clipped(block_x, l.grid[0]),
          .warps = clipped(warps, l.warps()),
          .block_z = lacks_z ? format::Range{} : clipped(block_z, l.grid[2])};
}

void Wish::note_launch(const Kernel& k) const {
  if (!folder.empty() && k.launches <= launch)
    note(folder, {LogLine::What::kLaunched, k.launches, ptx::short_name(k.name)});
}

void Wish::note_refused(const Kernel& k, const std::string& why) {
  if (!folder.empty() && refused.insert(&k).second)
    note(folder, {LogLine::What::kRefused, 0, ptx::short_name(k.name), why});
}

void Wish::note_fault(const Kernel& k) const {
  if (!folder.empty()) note(folder, {LogLine::What::kFaulted, k.launches, ptx::short_name(k.name)});
}

void Wish::keep(const Kernel& k, const Result<format::Recording>& recording,
                const std::optional<format::KeptMemory>& memory) {
  const std::string name = ptx::short_name(k.name);
  std::string file = file_name(name);
  for (int i = 2; !take_name(folder, file); ++i) file = file_name(name) + "_" + std::to_string(i);
  const std::string path = folder + "/" + file + ".gst";
  Result<void> done;
  if (!recording)
    done = tl::unexpected(recording.error());
  else if (memory)
    done = format::write_kept(*memory, format::kept_beside(path));
  if (done) done = format::write_file(*recording, path);
  if (!done && done.error().kind == ErrorKind::kNoSpace)
    note(folder, {LogLine::What::kNotKept, k.launches, name, done.error().message});
  if (!done)
    std::fprintf(stderr, "gemmscope: launch %u of %s is not recorded: %s\n", k.launches, name.c_str(),
                 done.error().message.c_str());
}

Wish wish_of_environment(const char* folder) {
  Wish wish{.folder = variable(folder)};
  if (auto kernel = LoadedPattern::of(variable(kKernelVariable), variable(kNamesVariable))) {
    wish.kernel = *kernel;
  } else if (!wish.folder.empty()) {
    std::fprintf(stderr, "gemmscope: nothing is recorded: %s\n", kernel.error().message.c_str());
    return {};
  }
  if (const unsigned long launch = std::strtoul(variable(kLaunchVariable).c_str(), nullptr, 10); launch != 0)
    wish.launch = static_cast<unsigned>(launch);
  wish.addresses_only = variable(kAddressesVariable) == "1";
  wish.values = variable(kValuesVariable) == "1";
  if (const auto blocks = ranges(kBlocksVariable); blocks.size() >= 2) {
    wish.block_y = blocks[0], wish.block_x = blocks[1];
    if (blocks.size() == 3) wish.block_z = blocks[2];
  }
  if (const auto warps = ranges(kWarpsVariable); warps.size() == 1) wish.warps = warps[0];
  if (!wish.folder.empty()) note(wish.folder, {}), end_with_run();
  return wish;
}

}  // namespace gemmscope::runtime
