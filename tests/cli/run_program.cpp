// SPDX-License-Identifier: MIT
#include "tests/cli/run_program.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/cli/option_values.h"
#include "tests/steps/step.h"
#include "tracing/format/file.h"

namespace gemmscope::cli::testing {
namespace {

namespace fs = std::filesystem;

struct Ends {
  int read = -1, write = -1;
};

Ends make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) std::abort();
  return {ends[0], ends[1]};
}

Ends make_terminal() {
  Ends ends;
  if (openpty(&ends.read, &ends.write, nullptr, nullptr, nullptr) != 0) std::abort();
  return ends;
}

[[noreturn]] void start(const fs::path& folder, const std::vector<std::string>& arguments, const RunOptions& options,
                        int out, int err) {
  for (const std::string& variable : options.environment) {
    const std::size_t equals = variable.find('=');
    if (equals == std::string::npos)
      unsetenv(variable.c_str());
    else
      setenv(variable.substr(0, equals).c_str(), variable.substr(equals + 1).c_str(), 1);
  }
  if (!options.out_path.empty()) out = open(options.out_path.c_str(), O_WRONLY);
  dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  if (chdir(folder.c_str()) != 0) std::abort();
  for (const int each : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE})
    signal(each, SIG_DFL);  // tests may run under nohup
  if (options.prepare) options.prepare();
  std::vector<char*> values{const_cast<char*>(GEMMSCOPE_PROGRAM)};
  for (const std::string& a : arguments) values.push_back(const_cast<char*>(a.c_str()));
  values.push_back(nullptr);
  execv(GEMMSCOPE_PROGRAM, values.data());
  std::abort();
}

/// Reads both until the program has closed them. A terminal ends with an error instead of an end of file.
template <class OnOutput>
void collect(int out, int err, Ran& ran, const OnOutput& on_output) {
  pollfd waiting[] = {{out, POLLIN, 0}, {err, POLLIN, 0}};
  std::string* texts[] = {&ran.out, &ran.err};
  while (waiting[0].fd >= 0 || waiting[1].fd >= 0) {
    poll(waiting, 2, -1);
    for (int i = 0; i < 2; ++i) {
      if (waiting[i].fd < 0 || waiting[i].revents == 0) continue;
      char buffer[4096];
      const ssize_t count = read(waiting[i].fd, buffer, sizeof buffer);
      if (count <= 0) {
        waiting[i].fd = -1;
        continue;
      }
      texts[i]->append(buffer, static_cast<std::size_t>(count));
      on_output();
    }
  }
}

}  // namespace

void wait_until_watching(pid_t program, int signal) {
  for (;;) {
    std::ifstream status("/proc/" + std::to_string(program) + "/status");
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with("State:") && line.find('Z') != std::string::npos)
        return;  // it has ended, which the test sees
      if (line.starts_with("SigCgt:") && (std::stoull(line.substr(7), nullptr, 16) >> (signal - 1) & 1) != 0) return;
    }
    usleep(1000);
  }
}

Ran ProgramTest::run(const std::vector<std::string>& arguments, const RunOptions& options) const {
  const Ends out = make_pipe(), err = options.terminal ? make_terminal() : make_pipe();
  const pid_t child = fork();
  if (child == 0) start(folder_.path(), arguments, options, out.write, err.write);
  close(out.write);
  close(err.write);
  if (options.while_running) options.while_running(child);
  Ran ran;
  collect(out.read, err.read, ran, [&] {
    if (options.on_output) options.on_output(child, ran);
  });
  close(out.read);
  close(err.read);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFEXITED(status)) ran.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) ran.signal = WTERMSIG(status);
  return ran;
}

Ran ProgramTest::run(const std::string& command, const RunOptions& options) const {
  std::istringstream words(command);
  std::vector<std::string> arguments;
  for (std::string word; words >> word;) arguments.push_back(word);
  return run(arguments, options);
}

void ProgramTest::step_recording(const std::string& arguments) const {
  gemmscope::testing::Step step;
  gemmscope::testing::Product product;
  std::istringstream words(arguments);
  std::string output, option;
  words >> step.name;
  for (std::string value; words >> option >> value;) {
    if (option == "-o") output = value;
    if (option == "--preset") step.preset = value;
    if (option == "--set") step.numbers.push_back(parse_assignment(value).value());
    if (option == "--beta") product.beta = std::stof(value);
    if (option == "--size") {
      const auto size = parse_size(value).value();
      product.M = size.M, product.N = size.N, product.K = size.K;
    }
    if (option == "--blocks") {
      const auto blocks = parse_blocks(value).value();
      product.block_y = blocks.y, product.block_x = blocks.x;
    }
  }
  ASSERT_TRUE(format::write_file(gemmscope::testing::recorded(step, product), file(output)));
}

std::string ProgramTest::contents(const std::string& name) const {
  std::stringstream text;
  text << std::ifstream(file(name), std::ios::binary).rdbuf();
  return text.str();
}

void ProgramTest::write(const std::string& name, const std::string& text) const {
  std::ofstream(file(name), std::ios::binary) << text;
}

std::vector<std::string> ProgramTest::files() const {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder_.path())) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

void expect_error(const Ran& ran, int code) {
  EXPECT_EQ(ran.code, code) << ran.err;
  EXPECT_EQ(ran.out, "");
  EXPECT_TRUE(ran.err.starts_with("gemmscope: ")) << ran.err;
  EXPECT_TRUE(ran.err.ends_with(".\n")) << ran.err;
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
}

bool has_terminals() {
  int program = -1, ours = -1;
  if (openpty(&ours, &program, nullptr, nullptr, nullptr) != 0) return false;
  close(program), close(ours);
  return true;
}

RunOptions no_gpu() {
  RunOptions options;
  options.environment = {"CUDA_VISIBLE_DEVICES="};
  return options;
}

std::string file_text(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace gemmscope::cli::testing
