// SPDX-License-Identifier: MIT
#include "tracing/runtime/launch_log.h"

#include <mutex>
#include <sstream>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tracing/format/input_file.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::runtime {

namespace {

/// The file stays open: a program may have no room for another one later. Its number is high, so that the program's own
/// files keep their usual numbers. A program that closes all its files closes this one, too, and may open another under
/// its number.
class OpenLog {
 public:
  int file(const std::string& path) {
    if (struct stat now; file_ < 0 || path != path_ || ::fstat(file_, &now) != 0 || now.st_dev != opened_.st_dev ||
                         now.st_ino != opened_.st_ino)
      open(path);
    return file_;
  }

 private:
  void open(const std::string& path) {
    constexpr int kLeast = 512;
    path_ = path;
    file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, S_IRUSR | S_IWUSR);
    if (const int high = file_ < 0 ? -1 : ::fcntl(file_, F_DUPFD_CLOEXEC, kLeast); high >= 0)
      ::close(std::exchange(file_, high));
    if (file_ >= 0) ::fstat(file_, &opened_);
  }

  std::string path_;
  int file_ = -1;
  struct stat opened_ {};
};

}  // namespace

/// "1 3 gemm<float, 4>\twhy\n", in one piece, so that lines of several programs do not mix.
void note(const std::string& folder, const LogLine& line) {
  static std::mutex mutex;
  static auto* const log = new OpenLog;  // programs launch kernels until their very end
  const std::scoped_lock lock(mutex);
  const int file = log->file(folder + "/" + kLaunchLogFile);
  if (file < 0) return;
  const std::string text = std::to_string(static_cast<int>(line.what)) + " " + std::to_string(line.launch) + " " +
                           line.kernel + "\t" + line.why + "\n";
  static_cast<void>(::write(file, text.data(), text.size()));
}

std::vector<LogLine> read_launch_log(const std::filesystem::path& folder) {
  std::vector<LogLine> lines;
  std::istringstream in(format::text_in(folder / kLaunchLogFile, kMostLogBytes));
  for (std::string text; std::getline(in, text);) {
    std::istringstream words(text);
    int what = 0;
    LogLine line;
    if (!(words >> what >> line.launch) || what < 0 || what > static_cast<int>(LogLine::What::kNotKept)) continue;
    line.what = static_cast<LogLine::What>(what);
    words.ignore();
    std::getline(words, line.kernel, '\t');
    std::getline(words, line.why);
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace gemmscope::runtime
