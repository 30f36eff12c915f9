// SPDX-License-Identifier: MIT
#include "tracing/runtime/launch_times.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tracing/format/input_file.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::runtime {
namespace {

/// The program's readers see one line at a time.
std::string in_a_line(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == '\t' || c == '\n'; }, ' ');
  return text;
}

}  // namespace

/// "168 0 12 0.731 0.729\tgemm<float, 4>\twhy not\n", in one piece, so that lines of several programs do not mix.
void note(const std::string& folder, const LaunchTimes& times) {
  std::ostringstream line;
  line.precision(9);
  line << times.registers << ' ' << times.spilled_bytes << ' ' << times.resident_warps;
  for (const double ms : times.ms) line << ' ' << ms;
  line << '\t' << in_a_line(times.kernel) << '\t' << in_a_line(times.why_not) << '\n';
  const std::string text = line.str(), path = folder + "/" + kLaunchTimesFile;
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file < 0) return;
  static_cast<void>(::write(file, text.data(), text.size()));
  ::close(file);
}

std::vector<LaunchTimes> read_launch_times(const std::filesystem::path& folder) {
  std::vector<LaunchTimes> all;
  std::istringstream in(format::text_in(folder / kLaunchTimesFile, kMostLogBytes));
  for (std::string text; std::getline(in, text);) {
    std::istringstream line(text);
    std::string numbers;
    LaunchTimes times;
    std::getline(line, numbers, '\t'), std::getline(line, times.kernel, '\t'), std::getline(line, times.why_not);
    std::istringstream words(numbers);
    if (!(words >> times.registers >> times.spilled_bytes >> times.resident_warps)) continue;
    for (double ms; words >> ms;)
      if (std::isfinite(ms) && ms > 0) times.ms.push_back(ms);
    all.push_back(std::move(times));
  }
  return all;
}

}  // namespace gemmscope::runtime
