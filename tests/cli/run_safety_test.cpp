// SPDX-License-Identifier: MIT
// gemmscope run among other users, under kill -9, with names that a shell would change, and without room on the disk.
#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/cli/run_program.h"

namespace gemmscope::cli::testing {
namespace {

namespace fs = std::filesystem;

const std::string kTiledProgram = GEMMSCOPE_PROGRAMS "/tiled";
const char kProgram[] = R"(#include <cstdio>
#include "twice.cuh"
__global__ void scale(float* numbers) { numbers[threadIdx.x] = twice(numbers[threadIdx.x]); }
int main() {
  float* numbers;
  cudaMalloc(&numbers, 128);
  cudaMemset(numbers, 0, 128);
  scale<<<1, 32>>>(numbers);
  puts(cudaGetErrorString(cudaDeviceSynchronize()));
  fclose(fopen("ran", "w"));
})";

class RunSafety : public ProgramTest {
 protected:
  /// Whether `holds()` within ten seconds.
  template <class Condition>
  static bool soon(Condition holds) {
    for (int i = 0; i < 1000 && !holds(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return holds();
  }
  static bool has_ended(int process) {
    std::ifstream in("/proc/" + std::to_string(process) + "/stat");
    const std::string status{std::istreambuf_iterator<char>(in), {}};
    return status.empty() || status.find(") Z ") != std::string::npos;
  }
  void expect_killed_with(const std::string& command, const std::string& number_in);
};

TEST_F(RunSafety, WorksInAFolderThatNobodyElseMayEnter) {
  write("look.sh", "stat -c %a \"$GEMMSCOPE_RECORD_TO\"\n");
  RunOptions options;
  options.prepare = [] { umask(0); };
  EXPECT_EQ(run("run -o out -- sh look.sh", options).out.rfind("700\n", 0), 0u);
}

/// The program in the file ends with gemmscope, and the next run removes what is left.
void RunSafety::expect_killed_with(const std::string& command, const std::string& number_in) {
  RunOptions options;
  int program = 0;
  options.while_running = [&](pid_t gemmscope) {
    EXPECT_TRUE(soon([&] { return fs::exists(file(number_in)) && contents(number_in).ends_with('\n'); }));
    program = std::stoi(contents(number_in));
    kill(gemmscope, SIGKILL);
  };
  EXPECT_EQ(run(command, options).signal, SIGKILL);
  EXPECT_TRUE(soon([&] { return has_ended(program); }));
  std::size_t left = 0;
  for (const auto& entry : fs::directory_iterator(file("out"))) left += entry.is_directory() ? 1 : 0;
  EXPECT_EQ(left, 1u);
  const Ran again = run("run -o out -- true");
  EXPECT_NE(again.out.find("removed the remains of a killed run: out/.gemmscope-run_"), std::string::npos) << again.out;
  EXPECT_TRUE(!fs::exists(file("out")) || fs::is_empty(file("out")));
}

TEST_F(RunSafety, ThatIsKilledEndsItsProgramAndTheNextTakesAwayWhatIsLeft) {
  write("wait.sh", "echo $$ > number\nexec sleep 600\n");
  expect_killed_with("run -o out -- sh wait.sh", "number");
}

TEST_F(RunSafety, ThatIsKilledEndsWhatAShellHasStarted) {
  write("wait.sh", GEMMSCOPE_PROGRAMS "/waits &\necho $! > number\nwait\n");
  expect_killed_with("run -o out -- sh wait.sh", "number");
}

TEST_F(RunSafety, ThatIsKilledEndsWhatTheProgramHasForked) {
  write("forks.cu", R"(#include <cstdio>
#include <unistd.h>
int main() {
  cudaFree(nullptr);
  if (const pid_t child = fork(); child != 0) {
    FILE* number = fopen("number", "w");
    fprintf(number, "%d\n", child);
    fclose(number);
  }
  for (;;) pause();
})");
  expect_killed_with("run -o out forks.cu", "number");
}

TEST_F(RunSafety, KeepsNamesFromTheShell) {
  write("twice.cuh", "__device__ float twice(float x) { return 2 * x; }\n");
  for (const std::string name : {"$HOME`touch read`.cu", "-dash.cu"}) {
    write(name, kProgram);
    const Ran ran = run({"run", "-o", "out", "--", name});
    EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
    EXPECT_EQ(ran.out.rfind("no error\n", 0), 0u) << ran.out << ran.err;
    EXPECT_NE(run("report out/scale.gst").out.find(name), std::string::npos);
    EXPECT_FALSE(fs::exists(file("read")));
    write(name, "int main() { return none; }");
    const Ran wrong = run({"run", "-o", "out", "--", name});
    EXPECT_EQ(wrong.code, 2);
    EXPECT_NE(wrong.err.find(name + "(1): error"), std::string::npos) << wrong.err;
  }
  write("a\"b.cu", kProgram);
  EXPECT_EQ(run({"run", "-o", "out", "a\"b.cu"}).code, 2);
}

const char kWithFinding[] = R"(
__global__ void scale(float* numbers) { numbers[threadIdx.x] *= 2; }
int main() {
  float *numbers, host[32];
  cudaMalloc(&numbers, 128);
  cudaMemset(numbers, 0, 128);
  scale<<<1, 32>>>(numbers);
  cudaMemcpy(host, numbers, 128, cudaMemcpyHostToDevice);
})";

TEST_F(RunSafety, TakesANameThatAFileOfItsOwnHas) {
  for (const std::string name : {"of_program.cu", "scale.gst.cu", "..cu", "x,y.cu"}) {
    write(name, kWithFinding);
    const Ran ran = run({"run", "-o", "out", name});
    EXPECT_EQ(ran.code, 0) << name << ran.out << ran.err;
    EXPECT_NE(ran.out.find(" in out/scale.gst\n"), std::string::npos) << name << ran.out;
    EXPECT_NE(ran.out.find("1 finding\n"), std::string::npos) << name << ran.out;
  }
}

TEST_F(RunSafety, WaitsForNoPipeThatTheProgramHasMade) {
  write("pipes.sh", kTiledProgram + R"(
cd "$GEMMSCOPE_RECORD_TO"
for name in launches progress of_program
do rm -f $name; mkfifo $name
done
sleep 0.1
)");
  const Ran ran = run("run -o out -- sh pipes.sh");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(fs::exists(file("out/tiled.gst")));
  write("before.sh", R"(for name in launches progress.next of_program
do rm -f "$GEMMSCOPE_RECORD_TO/$name"; mkfifo "$GEMMSCOPE_RECORD_TO/$name"
done
exec )" + kTiledProgram);
  run("run -o out -- sh before.sh");
}

TEST_F(RunSafety, KeepsTheRecordingsOfEachProgram) {
  write("two.sh", kTiledProgram + " & " + kTiledProgram + "; wait; " + kTiledProgram + "\n");
  const Ran ran = run("run -o out -- sh two.sh");
  EXPECT_EQ(ran.code, 0) << ran.err;
  for (const std::string name : {"tiled", "tiled_2", "tiled_3"})
    EXPECT_NE(ran.out.find(" in out/" + name + ".gst\n"), std::string::npos) << ran.out;
}

TEST_F(RunSafety, KeepsTheRecordingsOfAProgramThatTakesNoNoticeOfCtrlC) {
  write("ignore.sh", "trap '' INT TERM\n" + kTiledProgram + "\necho $$ > number\nwhile :; do sleep 0.1; done\n");
  RunOptions options;
  options.while_running = [&](pid_t gemmscope) {
    EXPECT_TRUE(soon([&] { return fs::exists(file("number")) && contents("number").ends_with('\n'); }));
    kill(gemmscope, SIGINT);
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    EXPECT_FALSE(has_ended(gemmscope));
    kill(gemmscope, SIGINT);
  };
  const Ran ran = run("run -o out -- sh ignore.sh", options);
  EXPECT_EQ(ran.signal, SIGINT);
  EXPECT_NE(ran.err.find("what was recorded before is kept"), std::string::npos) << ran.err;
  EXPECT_EQ(run("report out/tiled.gst").code, 0);
  std::size_t entries = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(file("out"))) ++entries;
  EXPECT_EQ(entries, 1u);
}

TEST_F(RunSafety, CompilesWhereverTemporaryFilesGo) {
  write("scale.cu", kWithFinding);
  RunOptions options;
  options.environment = {"TMPDIR=" + file("none").string()};
  const Ran ran = run("run scale.cu -o out", options);
  EXPECT_EQ(ran.code, 0) << ran.err;
}

TEST_F(RunSafety, SaysWhereNothingCanBeWritten) {
  const Ran ran = run("run -o /proc -- " + kTiledProgram);
  expect_error(ran, 5);
  EXPECT_NE(ran.err.find("the folder /proc cannot be written to"), std::string::npos) << ran.err;
  expect_error(run("run -o out --launch= -- " + kTiledProgram), 2);
  RunOptions disk;
  disk.prepare = [] {
    const rlimit most{0, 0};  // bytes of a file
    setrlimit(RLIMIT_FSIZE, &most), signal(SIGXFSZ, SIG_IGN);
  };
  const Ran full = run("run -o out -- " + kTiledProgram, disk);
  EXPECT_EQ(full.code, 5) << full.out << full.err;
  EXPECT_NE(full.err.find("nothing is known of the program's launches"), std::string::npos) << full.err;
}

TEST_F(RunSafety, SaysBeforeTheProgramRunsThatNoArrayHasTheName) {
  write("twice.cuh", "__device__ float twice(float x) { return 2 * x; }\n");
  write("scale.cu", kProgram);
  const Ran ran = run("run scale.cu -o out --tensor matrix=4:8x4");
  expect_error(ran, 2);
  EXPECT_NE(ran.err.find("matrix"), std::string::npos);
  EXPECT_FALSE(fs::exists(file("ran")));
  EXPECT_EQ(run("run scale.cu -o out --tensor numbers=4:8x4").code, 0);
}

TEST_F(RunSafety, KeepsRecordingsWhateverIsWrongBesideThem) {
  fs::create_directories(file("out/tiled.gst"));
  const Ran beside = run("run -o out -- " + kTiledProgram);
  EXPECT_EQ(beside.code, 0) << beside.err;
  EXPECT_NE(beside.out.find(" in out/tiled_2.gst\n"), std::string::npos) << beside.out;

  const Ran misfit = run("run -o misfit --tensor A=4:3x3 -- " + kTiledProgram);
  EXPECT_EQ(misfit.code, 2);
  EXPECT_TRUE(fs::exists(file("misfit/tiled.gst"))) << misfit.err;

  write("foreign.sh", "echo none > \"$GEMMSCOPE_RECORD_TO/a.gst\"; mkdir \"$GEMMSCOPE_RECORD_TO/b.gst\"; exec " +
                          kTiledProgram + "\n");
  const Ran foreign = run("run -o foreign -- sh foreign.sh");
  EXPECT_EQ(foreign.code, 3);
  EXPECT_TRUE(fs::exists(file("foreign/tiled.gst"))) << foreign.err;
}

TEST_F(RunSafety, RefusesStepsThatAreNoNumber) {
  for (const char* steps : {"abc", "1e6", "0", "-1", "99999999999999999999"}) {
    RunOptions options;
    options.environment = {std::string("GEMMSCOPE_STEPS=") + steps};
    const Ran ran = run("run -o out -- " + kTiledProgram, options);
    expect_error(ran, 2);
    EXPECT_NE(ran.err.find(steps), std::string::npos) << ran.err;
  }
}

TEST_F(RunSafety, ReadsNoSourceThatNobodyHasWritten) {
  write("large.cu", "");
  fs::resize_file(file("large.cu"), std::uintmax_t{5} << 30);
  ASSERT_EQ(mkfifo(file("pipe.cu").c_str(), 0600), 0);
  for (const char* command : {"run large.cu", "open large.cu", "run pipe.cu", "open pipe.cu"})
    expect_error(run(command), 3);
}

TEST_F(RunSafety, SaysWhatItFoundWhereThereIsNoRoomForIt) {
  const std::string program = GEMMSCOPE_PROGRAMS "/second_launch", finding = "  fault: ";
  const Ran kept = run("run -o kept -- " + program);
  ASSERT_NE(kept.out.find(finding), std::string::npos) << kept.out;
  RunOptions disk;
  // Room for the recording without the finding, which takes 100 bytes. Two recordings of one launch differ by a few
  // bytes, because dates do not compress equally well.
  disk.prepare = [most = fs::file_size(file("kept/count_up.gst")) - 50] {
    const rlimit bytes{most, most};
    setrlimit(RLIMIT_FSIZE, &bytes), signal(SIGXFSZ, SIG_IGN);
  };
  const Ran full = run("run -o full -- " + program, disk);
  EXPECT_EQ(full.code, 5) << full.err;
  EXPECT_TRUE(fs::exists(file("full/count_up.gst"))) << full.err;
  EXPECT_NE(full.out.find(finding), std::string::npos) << full.out;
}

TEST_F(RunSafety, SaysThatThereIsNoRoom) {
  RunOptions disk, files, folder;
  disk.prepare = [] {
    const rlimit most{1024, 1024};  // bytes of a file
    setrlimit(RLIMIT_FSIZE, &most), signal(SIGXFSZ, SIG_IGN);
  };
  const Ran full = run("run -o out -- " + kTiledProgram, disk);
  EXPECT_EQ(full.code, 5) << full.out << full.err;
  EXPECT_NE(full.err.find("is not recorded"), std::string::npos) << full.err;

  files.prepare = [] {
    for (int open = 3; open < 256; ++open) close(open);  // what an earlier test may have left
    const rlimit most{4, 4};
    setrlimit(RLIMIT_NOFILE, &most);
  };
  expect_error(run("run -o out -- " + kTiledProgram, files), 5);

  folder.prepare = [] {
    if (mkdir("gone", 0700) != 0 || chdir("gone") != 0 || rmdir("../gone") != 0) std::abort();
  };
  expect_error(run("run -o out -- " + kTiledProgram, folder), 5);

  write("remove.sh", "rm -r out; exec " + kTiledProgram + "\n");
  const Ran removed = run("run -o out -- sh remove.sh");
  EXPECT_EQ(removed.code, 5);
  EXPECT_NE(removed.err.find("was removed while the program ran"), std::string::npos) << removed.err;
}

}  // namespace
}  // namespace gemmscope::cli::testing
