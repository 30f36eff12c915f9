// SPDX-License-Identifier: MIT
// A program with other numbers that only its kernels use: these are compiled alone, and what is recorded is the same.
#include <chrono>
#include <filesystem>

#include "tests/cli/run_program.h"
#include "tracing/format/file.h"

namespace gemmscope::cli::testing {
namespace {

namespace fs = std::filesystem;

/// The kernel and its variable have no names outside of this file: host and kernels must call them the same.
const char* const kTurning = R"(
constexpr int PAD = 0;
constexpr int STRIDE = 32 + PAD;
constexpr int SIDE = 32;
namespace {
__device__ float scale = 2;
__global__ void turn(const float* in, float* out) {
  __shared__ float tile[SIDE][STRIDE];
  tile[threadIdx.y][threadIdx.x] = scale * in[threadIdx.y * SIDE + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * SIDE + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
}
int main() {
  float *in, *out, three = 3;
  cudaMalloc(&in, SIDE * SIDE * 4), cudaMalloc(&out, SIDE * SIDE * 4);
  cudaMemset(in, 0, SIDE * SIDE * 4), cudaMemcpyToSymbol(scale, &three, 4);
  turn<<<1, dim3(SIDE, SIDE)>>>(in, out);
  return cudaDeviceSynchronize() != cudaSuccess;
}
)";

class SameHost : public ProgramTest {
 protected:
  void SetUp() override { write("my.cu", kTurning); }

  RunOptions with_cache(const std::string& name = "cache") const {
    RunOptions options;
    options.environment = {"GEMMSCOPE_CACHE=" + file(name).string()};
    return options;
  }

  /// Recordings of these settings, in the folder `to`.
  void sweep(const std::string& over, const std::string& to) const {
    const Ran ran = run("sweep my.cu --over " + over + " --store " + to, with_cache());
    EXPECT_EQ(ran.code, 0) << ran.err;
  }
  std::vector<format::Recording> recordings_in(const std::string& folder) const {
    std::vector<format::Recording> all;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(file(folder), none))
      if (auto recording = format::read_file(entry.path())) all.push_back(std::move(*recording));
    return all;
  }
  /// Bytes of each compiled program that is kept, from the smallest.
  std::vector<std::uintmax_t> kept() const {
    std::vector<std::uintmax_t> all;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(file("cache") / "programs", none)) all.push_back(entry.file_size());
    std::ranges::sort(all);
    return all;
  }
};

TEST_F(SameHost, GivesTheRecordingThatAWholeProgramGives) {
  sweep("PAD=1", "apart");
  const std::vector<std::uintmax_t> sizes = kept();
  ASSERT_EQ(sizes.size(), 2u) << "the program as it is, and the other kernels";
  EXPECT_LT(sizes[0] * 2, sizes[1]);
  sweep("PAD=1", "again");
  write("none", "");  // where no cache can be: the whole program is compiled
  const Ran ran = run("run my.cu --set PAD=1 -o whole", with_cache("none/there"));
  ASSERT_EQ(ran.code, 0) << ran.err;
  auto whole = recordings_in("whole"), apart = recordings_in("apart"), again = recordings_in("again");
  ASSERT_EQ(whole.size() + apart.size() + again.size(), 3u);
  EXPECT_EQ(whole[0].code.ptx, apart[0].code.ptx);
  whole[0].origin.date = again[0].origin.date = apart[0].origin.date;
  EXPECT_EQ(whole, apart);
  EXPECT_EQ(again, apart);
  EXPECT_EQ(apart[0].shared_bytes, 32u * 33u * 4u);
}

TEST_F(SameHost, IsNoneWhereTheHostUsesTheNumber) {
  sweep("SIDE=16", "apart");
  EXPECT_EQ(kept().size(), 1u);
  ASSERT_EQ(recordings_in("apart").size(), 1u);
  EXPECT_EQ(recordings_in("apart")[0].threads, 256u);
}

TEST_F(SameHost, MayHaveOtherNumbersOfItsOwn) {
  sweep("SIDE=16,PAD=2/3", "apart");
  EXPECT_EQ(kept().size(), 3u);
  const auto both = recordings_in("apart");
  ASSERT_EQ(both.size(), 2u);
  for (const format::Recording& recording : both) EXPECT_EQ(recording.threads, 256u);
  EXPECT_EQ(both[0].shared_bytes + both[1].shared_bytes, 16u * (34u + 35u) * 4u);
}

/// Another file of the program, which is only known when that is compiled.
TEST_F(SameHost, IsNoneWhereAHeaderOfTheHostUsesTheNumber) {
  write("my.cu", "constexpr int PAD = 0;\n#include \"my.h\"\n" + std::string(kTurning).substr(24));
  write("my.h", "inline int twice() { return 2 * PAD; }\n");
  fs::last_write_time(file("my.h"), fs::file_time_type::clock::now() - std::chrono::hours(1));
  sweep("PAD=1", "apart");
  const std::vector<std::uintmax_t> sizes = kept();
  ASSERT_EQ(sizes.size(), 2u);
  EXPECT_GT(sizes[0] * 2, sizes[1]) << "both are whole";
}

/// A warning may be of the host's code, or of the number itself: each setting has its own.
TEST_F(SameHost, IsNoneWhereTheCompilerWarns) {
  std::string text = kTurning;
  text.insert(text.find("  float *in"), "  int unused;\n");
  write("my.cu", text);
  sweep("PAD=1", "apart");
  const std::vector<std::uintmax_t> sizes = kept();
  ASSERT_EQ(sizes.size(), 2u);
  EXPECT_GT(sizes[0] * 2, sizes[1]) << "both are whole";
}

TEST_F(SameHost, TellsWhatIsWrongWithTheKernels) {
  write("my.cu", std::string(kTurning) + "static_assert(PAD < 4, \"PAD is too wide\");\n");
  const Ran ran = run("sweep my.cu --over PAD=3/5", with_cache());
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("PAD is too wide"), std::string::npos) << ran.out;
}

}  // namespace
}  // namespace gemmscope::cli::testing
