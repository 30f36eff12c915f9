// SPDX-License-Identifier: MIT
// Tile sizes that no preset has: compiled once, recorded as presets are. All tests share what one of them compiles.
#include "tracing/simt/on_demand.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>

#include "tests/temporary_folder.h"
#include "tracing/record/origin.h"
#include "tracing/simt/bodies.h"
#include "tracing/simt/emulator.h"
#include "tracing/simt/launch.h"
#include "tracing/simt/tile_source.h"

namespace gemmscope::simt {
namespace {

namespace fs = std::filesystem;

const Workshop& workshop() {
  static const TemporaryFolder folder;
  static const Workshop here{usual_workshop().compiler, folder.path() / "tiles"};
  return here;
}

/// Of a small kernel, which compiles fast.
record::RecordRequest vectorized(std::vector<format::Parameter> sizes) {
  record::RecordRequest request;
  request.kernel = "vectorized", request.preset = "k6_small64", request.overrides = std::move(sizes);
  request.M = 100, request.N = 132, request.K = 40;  // edges everywhere
  return request;
}
record::RecordRequest deep() { return vectorized({{"BK", "16"}}); }

Bind bind_of(const kernels::Variant& variant) {
  const auto bind = compiled(variant, {}, workshop());
  EXPECT_TRUE(bind) << (bind ? "" : bind.error().message);
  return bind.value_or(nullptr);
}

format::Recording recorded(const record::Plan& plan, Bind bind) {
  MatrixMemory memory(plan);
  auto recording = record_blocks(plan, bind, memory, {});
  EXPECT_TRUE(recording);
  recording->origin.date.clear();
  return *recording;
}

TEST(OnDemand, APresetIsRecordedAsIfItWereCompiledIn) {
  for (const std::uint32_t size : {64u, 100u}) {
    record::RecordRequest request = vectorized({{"PA", "4"}});
    request.M = size;
    const auto plan = record::make_plan(request);
    ASSERT_TRUE(plan->variant.is_preset());
    const format::Recording there = recorded(*plan, compiled_in(plan->variant, true));
    EXPECT_GT(there.request_count(), 100u);
    EXPECT_EQ(recorded(*plan, bind_of(plan->variant)), there);
  }
}

TEST(OnDemand, TheProductIsRight) {
  const record::RecordRequest request = deep();
  const auto plan = record::make_plan(request);
  ASSERT_FALSE(plan->variant.is_preset());
  kernels::GemmData data = kernels::make_fractions(request.M, request.N, request.K);
  const std::vector<float> expected = kernels::sequential_fma_gemm(data, 1, 0);
  MatrixMemory memory(*plan);
  ASSERT_TRUE(memory.fill(data));
  ASSERT_TRUE(run_blocks(*plan, bind_of(plan->variant), memory, Tracing::kDropped));
  std::vector<float> C(expected.size());
  memory.copy_C(C);
  EXPECT_EQ(C, expected);
}

TEST(OnDemand, ARecordingNamesThePresetAndWhatDiffers) {
  const auto plan = record::make_plan(deep());
  const format::Recording recording = recorded(*plan, bind_of(plan->variant));
  EXPECT_EQ(recording.preset, "k6_small64 BK=16");
  EXPECT_EQ(recording.parameter("BK"), "16");
  EXPECT_EQ(recording.k_tiles, 3u);
}

/// Stands in for a compiler: notes that it was called, and makes what the real one has made.
struct Copier {
  explicit Copier(const kernels::Variant& variant) {
    bind_of(variant);
    const fs::path script = folder.path() / "compiler";
    std::ofstream(script) << "#!/bin/sh\necho >> " << calls.string() << "\nfor output; do :; done\ncp "
                          << (workshop().folder / library_name(variant, workshop().compiler)).string()
                          << " \"$output\"\n";
    fs::permissions(script, fs::perms::owner_all);
    here = {script.string(), folder.path() / "tiles"};
  }
  std::uintmax_t count() const { return fs::exists(calls) ? fs::file_size(calls) : 0; }

  TemporaryFolder folder;
  fs::path calls = folder.path() / "calls";
  Workshop here;
};

TEST(OnDemand, WhatIsThereIsNotCompiledAgain) {
  const kernels::Variant variant = record::make_plan(deep())->variant;
  const Copier copier(variant);
  EXPECT_TRUE(must_compile(variant, copier.here));
  EXPECT_TRUE(compiled(variant, {}, copier.here));
  EXPECT_FALSE(must_compile(variant, copier.here));
  EXPECT_TRUE(compiled(variant, {}, copier.here));
  EXPECT_EQ(copier.count(), 1u);
  const Copier other(variant);  // as in another process: nothing of it is loaded yet
  fs::create_directories(other.here.folder);
  const std::string name = library_name(variant, other.here.compiler);
  fs::copy(workshop().folder / library_name(variant, workshop().compiler), other.here.folder / name);
  EXPECT_TRUE(compiled(variant, {}, other.here));
  EXPECT_EQ(other.count(), 0u);
}

TEST(OnDemand, ADamagedLibraryIsCompiledAgain) {
  const kernels::Variant variant = record::make_plan(deep())->variant;
  const Copier copier(variant);
  fs::create_directories(copier.here.folder);
  std::ofstream(copier.here.folder / library_name(variant, copier.here.compiler)) << "no library";
  EXPECT_TRUE(compiled(variant, {}, copier.here));
  EXPECT_EQ(copier.count(), 1u);
}

/// What is loaded is run: so only complete files are loaded that no one else can have put there.
TEST(OnDemand, WhatOthersMayHaveChangedOrADiskHasCutOffIsCompiledAgain) {
  const kernels::Variant variant = record::make_plan(deep())->variant;
  EXPECT_NE(bind_of(variant), nullptr);
  const auto compiles = [&](const std::function<void(const fs::path&)>& change) {
    const Copier copier(variant);
    fs::create_directories(copier.here.folder);
    const fs::path library = copier.here.folder / library_name(variant, copier.here.compiler);
    fs::copy(workshop().folder / library_name(variant, workshop().compiler), library);
    change(library);
    EXPECT_TRUE(compiled(variant, {}, copier.here));
    return copier.count() == 1;
  };
  EXPECT_FALSE(compiles([](const fs::path&) {}));
  EXPECT_TRUE(compiles([](const fs::path& library) { fs::resize_file(library, fs::file_size(library) / 2); }));
  EXPECT_TRUE(compiles([](const fs::path& library) { fs::permissions(library, fs::perms::all); }));
  EXPECT_TRUE(compiles([](const fs::path& library) { fs::permissions(library.parent_path(), fs::perms::all); }));
}

TEST(OnDemand, ARelativeFolderIsRefused) {
  const auto bind = compiled(record::make_plan(deep())->variant, {}, {workshop().compiler, "relative/tiles"});
  ASSERT_FALSE(bind);
  EXPECT_NE(bind.error().message.find("relative/tiles, a relative path"), std::string::npos) << bind.error().message;
  EXPECT_FALSE(fs::exists("relative"));
}

TEST(OnDemand, ALibraryHasAnotherNameForOtherSizesCompilersAndSources) {
  const kernels::Variant variant = record::make_plan(deep())->variant;
  const std::string name = library_name(variant, workshop().compiler);
  EXPECT_NE(name, library_name(variant, "/bin/sh"));
  EXPECT_NE(name, library_name(record::make_plan(vectorized({{"BK", "32"}}))->variant, workshop().compiler));
  EXPECT_EQ(name,
            library_name(record::make_plan(vectorized({{"BK", "16"}, {"PA", "4"}}))->variant, workshop().compiler));
  const TemporaryFolder folder;
  const std::string compiler = folder.path() / "compiler";
  std::ofstream(compiler) << "one version";
  const std::string before = library_name(variant, compiler);
  std::ofstream(compiler) << "another version";
  EXPECT_NE(before, library_name(variant, compiler));
  kernels::KernelInfo edited = *variant.kernel;
  edited.source_text = "// edited";
  kernels::Variant changed = variant;
  changed.kernel = &edited;
  EXPECT_NE(name, library_name(changed, workshop().compiler));
}

/// As another process does: the file goes while its code is in use here.
TEST(OnDemand, ALibraryThatIsRemovedWhileItIsUsedGoesOnAndIsCompiledAgainByOthers) {
  const auto plan = record::make_plan(deep());
  Copier copier(plan->variant), other(plan->variant);
  copier.here.most_bytes = other.here.most_bytes = 1;
  const auto bind = compiled(plan->variant, {}, copier.here);
  ASSERT_TRUE(bind);
  EXPECT_FALSE(must_compile(plan->variant, copier.here));  // what was just made stays, however large it is
  const format::Recording before = recorded(*plan, *bind);
  fs::remove_all(copier.here.folder);
  EXPECT_EQ(recorded(*plan, *bind), before);
  other.here.folder = copier.here.folder;
  EXPECT_TRUE(compiled(plan->variant, {}, other.here));
  EXPECT_EQ(other.count(), 1u);
}

TEST(OnDemand, WhatIsCompiledTakesTheRoomOfWhatIsOld) {
  const kernels::Variant variant = record::make_plan(deep())->variant;
  Copier copier(variant);
  copier.here.most_bytes = 1;
  fs::create_directories(copier.here.folder);
  const fs::path old = copier.here.folder / "vectorized-of_another_build.so";
  std::ofstream(old) << "old";
  EXPECT_TRUE(compiled(variant, {}, copier.here));
  EXPECT_FALSE(fs::exists(old));
}

/// What is left of a failed attempt, and why it failed.
std::string failure(const Workshop& here, const std::function<bool()>& go_on = {}) {
  const auto bind = compiled(record::make_plan(vectorized({{"BK", "32"}}))->variant, go_on, here);
  EXPECT_FALSE(bind);
  EXPECT_TRUE(!fs::exists(here.folder) || fs::is_empty(here.folder));
  return bind ? "" : bind.error().message;
}

TEST(OnDemand, WhatFailsLeavesNothing) {
  const TemporaryFolder folder;
  const fs::path tiles = folder.path() / "tiles";
  EXPECT_NE(failure({"", tiles}).find("there is no C++ compiler to compile vectorized k6_small64 BK=32"),
            std::string::npos);
  EXPECT_NE(failure({"/bin/false", tiles}).find("/bin/false cannot compile vectorized"), std::string::npos);
  EXPECT_NE(failure({workshop().compiler, tiles}, [] { return false; }).find("interrupted"), std::string::npos);
  std::ofstream(folder.path() / "file") << "";
  EXPECT_NE(failure({workshop().compiler, folder.path() / "file" / "tiles"}).find("GEMMSCOPE_CACHE"),
            std::string::npos);
}

}  // namespace
}  // namespace gemmscope::simt
