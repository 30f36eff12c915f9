// SPDX-License-Identifier: MIT
#include "tracing/runtime/launch_log.h"

#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <unistd.h>

#include "tracing/runtime/variables.h"

namespace gemmscope::runtime {

/// "1 3 gemm<float, 4>\twhy\n", in one piece, so that lines of several programs do not mix.
void note(const std::string& folder, const LogLine& line) {
  const int file =
      ::open((folder + "/" + kLaunchLogFile).c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file < 0) return;
  const std::string text = std::to_string(static_cast<int>(line.what)) + " " + std::to_string(line.launch) + " " +
                           line.kernel + "\t" + line.why + "\n";
  static_cast<void>(::write(file, text.data(), text.size()));
  ::close(file);
}

std::vector<LogLine> read_launch_log(const std::filesystem::path& folder) {
  std::vector<LogLine> lines;
  std::ifstream in(folder / kLaunchLogFile);
  for (std::string text; std::getline(in, text);) {
    std::istringstream words(text);
    int what = 0;
    LogLine line;
    if (!(words >> what >> line.launch) || what < 0 || what > static_cast<int>(LogLine::What::kStopped)) continue;
    line.what = static_cast<LogLine::What>(what);
    words.ignore();
    std::getline(words, line.kernel, '\t');
    std::getline(words, line.why);
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace gemmscope::runtime
