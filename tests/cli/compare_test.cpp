// SPDX-License-Identifier: MIT
// compare, from end to end: what it says, and its exit code.
#include <filesystem>
#include <map>

#include <nlohmann/json.hpp>

#include "tests/cli/run_program.h"
#include "tests/format/repack.h"
#include "tracing/format/file.h"

namespace gemmscope::cli::testing {
namespace {

using nlohmann::json;

class Compare : public ProgramTest {
 protected:
  void record(const std::string& file, const std::string& arguments) const {
    step_recording(arguments + " -o " + file);
  }

  json compared(const std::string& files, int code) const {
    const Ran ran = run("compare --json " + files);
    EXPECT_EQ(ran.code, code) << ran.err;
    return json::parse(ran.out);
  }

  /// Of a site, by the report of that file alone.
  json reported(const std::string& file, const std::string& site, const std::string& options = "") const {
    const json report = json::parse(run("report --json " + file + (options.empty() ? "" : " ") + options).out);
    for (const json& each : report.at("sites"))
      if (each.at("name") == site) return each.at("in_scope");
    return nullptr;
  }

  /// The counts of each site are those that `report` has of the two files.
  void expect_as_reported(const json& comparison, const std::string& a, const std::string& b,
                          const std::string& options = "") const {
    for (const json& site : comparison.at("sites")) {
      const json first = reported(a, site.at("name"), options), second = reported(b, site.at("name"), options);
      for (const auto& [key, value] : site.at("delta").items()) {
        SCOPED_TRACE(site.at("name").get<std::string>() + " " + key);
        if (key == "width") continue;
        if (!site.at("first").is_null()) {
          EXPECT_EQ(site.at("first").at(key), first.at(key));
        }
        if (!site.at("second").is_null()) {
          EXPECT_EQ(site.at("second").at(key), second.at(key));
        }
        if (site.at("first").is_null() || site.at("second").is_null()) continue;
        EXPECT_EQ(value, second.at(key).get<std::int64_t>() - first.at(key).get<std::int64_t>());
      }
    }
  }
};

const json& site_of(const json& comparison, const std::string& name) {
  for (const json& site : comparison.at("sites"))
    if (site.at("name") == name) return site;
  ADD_FAILURE() << "no site " << name;
  return comparison;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// The line of a table that begins with `site`.
std::string line_of(const std::string& text, const std::string& site) {
  const std::size_t at = text.find("\n  " + site + " ");
  return at == std::string::npos ? "" : text.substr(at + 1, text.find('\n', at + 1) - at - 1);
}

TEST_F(Compare, AFileWithItselfIsEqual) {
  record("a.gst", "warp_tile --size 128x64x16");
  const Ran ran = run("compare a.gst a.gst");
  EXPECT_EQ(ran.code, 0);
  EXPECT_TRUE(ran.out.starts_with("They make the same requests.\n")) << ran.out;
  EXPECT_EQ(compared("a.gst a.gst", 0).at("differ"), false);
}

TEST_F(Compare, PaddingChangesWhatReportsSay) {
  record("a.gst", "warp_tile --size 256x128x32");
  record("b.gst", "warp_tile --size 256x128x32 --set PA=2");
  const json forth = compared("a.gst b.gst", 1), back = compared("b.gst a.gst", 1);
  expect_as_reported(forth, "a.gst", "b.gst");
  const json& store = site_of(forth, "As_store");
  EXPECT_LT(store.at("delta").at("wavefronts"), 0);
  EXPECT_EQ(store.at("same_addresses"), false);
  EXPECT_EQ(site_of(forth, "A_load").at("differs"), false);
  EXPECT_EQ(site_of(forth, "As_load").at("delta").at("width"), -8);
  EXPECT_EQ(site_of(back, "As_load").at("delta").at("width"), 8);
  EXPECT_EQ(forth.at("settings"), json::parse(R"([{"name": "PA", "first": "0", "second": "2"}])"));
  EXPECT_EQ(forth.at("totals").at("delta").at("requests").get<int>(),
            -back.at("totals").at("delta").at("requests").get<int>());

  const std::string text = run("compare a.gst b.gst").out;
  const std::string load = line_of(text, "As_load");
  EXPECT_TRUE(has(load, "16 \u2192 8 B") && has(load, "differ")) << text;
  EXPECT_TRUE(has(line_of(text, "As_store"), "1\u202f024 \u2192 256  \u2212768")) << text;
  EXPECT_TRUE(has(line_of(text, "PA"), "0")) << text;
  const std::string first = text.substr(0, text.find('\n'));
  EXPECT_LT(first.find("at As_load"), first.find("at As_store")) << "the largest difference first";
}

TEST_F(Compare, ALayoutOfTheSameCostHasOtherAddresses) {
  record("a.gst", "warp_tile --size 128x128x16");
  record("b.gst", "warp_tile --size 128x128x16 --set PB=4");
  const Ran ran = run("compare a.gst b.gst");
  EXPECT_EQ(ran.code, 1);
  const std::string first = ran.out.substr(0, ran.out.find('\n'));
  EXPECT_TRUE(has(first, "same") && has(first, "addresses differ") && has(first, "Bs_store and Bs_load")) << first;
  EXPECT_FALSE(has(first, "sA_"));
}

TEST_F(Compare, GpuAndEmulatorAreEqual) {
  std::size_t pairs = 0;
  for (const auto& entry : std::filesystem::directory_iterator("assets/recordings/cpu")) {
    const auto cpu = std::filesystem::absolute(entry.path());
    const auto gpu = cpu.parent_path().parent_path() / "h200" / cpu.filename();
    const Ran ran = run({"compare", cpu.string(), gpu.string()});
    EXPECT_EQ(ran.code, 0) << cpu << ran.out << ran.err;
    EXPECT_TRUE(has(line_of(ran.out, "backend"), "cuda")) << ran.out;
    const json found = compared(cpu.string() + " " + gpu.string(), 0);
    for (const json& site : found.at("sites")) EXPECT_EQ(site.at("same_addresses"), true) << site;
    ++pairs;
  }
  EXPECT_EQ(pairs, 15u);
}

TEST_F(Compare, KernelsThatHaveOtherSitesSayWhichLacksThem) {
  record("a.gst", "coalesced --size 64x64x16");
  record("b.gst", "shared_tile --size 64x64x16");
  const json found = compared("a.gst b.gst", 1);
  EXPECT_TRUE(site_of(found, "As_store").at("first").is_null());
  EXPECT_EQ(site_of(found, "As_store").at("delta").at("requests"),
            site_of(found, "As_store").at("second").at("requests"));
  EXPECT_FALSE(site_of(compared("b.gst a.gst", 1), "As_store").at("first").is_null());
  const Ran text = run("compare b.gst a.gst");
  EXPECT_TRUE(has(line_of(text.out, "As_store"), "only in the first")) << text.out;
}

TEST_F(Compare, AMissingBarrierIsADifference) {
  record("a.gst", "shared_tile --size 64x64x64");
  record("b.gst", "shared_tile_no_barrier_before --size 64x64x64");
  const json found = compared("a.gst b.gst", 1);
  EXPECT_EQ(found.at("barriers"), json::parse(R"({"first": 4, "second": 2, "delta": -2})"));
  for (const json& site : found.at("sites")) EXPECT_EQ(site.at("differs"), false) << site;
  EXPECT_TRUE(has(run("compare a.gst b.gst").out, "2 barriers per block instead of 4"));
}

TEST_F(Compare, PartsWithNothingInCommonHaveNoAddressesToCompare) {
  record("a.gst", "warp_tile --size 256x256x16 --blocks 0,0");
  record("b.gst", "warp_tile --size 256x256x16 --blocks 1,1");
  EXPECT_TRUE(compared("a.gst b.gst", 0).at("common").is_null());
  EXPECT_TRUE(has(run("compare a.gst b.gst").out, "no part of the launch is recorded in both"));
}

TEST_F(Compare, RuleAndScopeAreThoseAskedFor) {
  record("a.gst", "warp_tile --size 128x128x32");
  record("b.gst", "warp_tile --size 128x128x32 --set PA=1");
  for (const std::string options : {"--model textbook", "--model subop --scope block", "--scope k_tile"})
    expect_as_reported(compared("a.gst b.gst " + options, 1), "a.gst", "b.gst", options);
}

TEST_F(Compare, AKTileThatIsNotKnownIsNotCompared) {
  const std::string stencil = std::filesystem::absolute("tests/data/recorded/stencil.gst").string();
  const Ran ran = run("compare --scope k_tile " + stencil + " " + stencil);
  expect_error(ran, 2);
  EXPECT_TRUE(has(ran.err, "--scope k_tile") && has(ran.err, "stencil.gst")) << ran.err;
}

TEST_F(Compare, DroppedRequestsAreLoud) {
  record("a.gst", "warp_tile --size 128x128x16");
  format::Recording r = format::read_file(file("a.gst")).value();
  r.dropped = 77;
  ASSERT_TRUE(format::write_file(r, file("b.gst")));
  EXPECT_TRUE(has(run("compare a.gst b.gst").out, "second: requests were dropped"));
  EXPECT_TRUE(has(run("compare b.gst a.gst").out, "first: requests were dropped"));
}

TEST_F(Compare, BadInputIsRefusedWhicheverFileItIs) {
  record("a.gst", "warp_tile --size 64x64x16");
  write("b.gst", "no recording");
  for (const char* files : {"a.gst b.gst", "b.gst a.gst", "a.gst none.gst", "none.gst a.gst"}) {
    const Ran ran = run(std::string("compare ") + files);
    expect_error(ran, 3);
    EXPECT_TRUE(has(ran.err, has(files, "none") ? "none.gst" : "b.gst")) << ran.err;
  }
  for (const char* wrong : {"a.gst", "a.gst a.gst a.gst", "a.gst a.gst --model best", "a.gst a.gst --scope warp"})
    expect_error(run(std::string("compare ") + wrong), 2);
}

TEST_F(Compare, NamesTheNumbersOfTheSourceThatDiffer) {
  record("a.gst", "naive --size 32x32x32");
  auto recording = format::read_file(file("a.gst"));
  ASSERT_TRUE(recording);
  const std::string text = recording->source.text;
  for (const auto& [name, number] : {std::pair("b.gst", "0"), {"c.gst", "2"}}) {
    recording->source.text = text + "constexpr int kOwn = " + number + ";\n";
    ASSERT_TRUE(format::write_file(*recording, file(name)));
  }
  const json expected = json::parse(R"([{"name": "kOwn", "first": "0", "second": "2"}])");
  EXPECT_EQ(compared("b.gst c.gst", 0).at("settings"), expected);
  EXPECT_TRUE(line_of(run("compare b.gst c.gst").out, "kOwn").ends_with("2"));
}

}  // namespace
}  // namespace gemmscope::cli::testing
