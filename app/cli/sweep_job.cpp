// SPDX-License-Identifier: MIT
#include "app/cli/sweep_job.h"

namespace gemmscope::cli {

std::string shell_word(const std::string& text) {
  constexpr const char* kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,+@%";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

std::string shell_line(const std::vector<std::string>& command, const std::vector<std::string>& arguments) {
  std::string line;
  for (const std::string& word : command) line += (line.empty() ? "" : " ") + shell_word(word);
  if (!arguments.empty()) line += " --";
  for (const std::string& word : arguments) line += " " + shell_word(word);
  return line;
}

std::string slurm_job(const std::vector<std::string>& command, const std::vector<std::string>& arguments,
                      unsigned tasks) {
  const std::string count = std::to_string(tasks), tail = shell_line({}, arguments);
  return "#!/bin/sh\n"
         "#SBATCH --job-name=gemmscope-sweep\n"
         "#SBATCH --array=0-" +
         std::to_string(tasks - 1) +
         "\n"
         "#SBATCH --cpus-per-task=1\n"
         "exec " +
         shell_line(command, {}) + " --task \"$SLURM_ARRAY_TASK_ID/" + count +
         "\" --threads \"${SLURM_CPUS_PER_TASK:-1}\"" + tail + "\n";
}

}  // namespace gemmscope::cli
