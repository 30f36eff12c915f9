// SPDX-License-Identifier: MIT
// Files come from anywhere: every type, range and length is checked before it is believed.
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/results/bench_report.h"
#include "tracing/format/input_file.h"
#include "tracing/format/text.h"

namespace gemmscope::results {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostBytes = 8 << 20;  ///< a report of 10 000 rates has 3 MB
constexpr std::size_t kMostRates = 10'000, kMostText = 400;
constexpr int kMostDepth = 8;  ///< lists and objects in each other; a report has 4

/// The first thing that is wrong, in words; what is read after it does not count.
struct Reader {
  std::string wrong;

  void refuse(const std::string& where, const std::string& what) {
    if (wrong.empty()) wrong = where + " " + what;
  }

  const Json& member(const Json& of, const char* key) {
    static const Json kNone;
    if (!of.is_object() || !of.contains(key)) return refuse(key, "is missing"), kNone;
    return of.at(key);
  }
  std::string text(const Json& of, const char* key) {
    const Json& value = member(of, key);
    if (!value.is_string()) return refuse(key, "is not text"), "";
    const auto& text = value.get_ref<const std::string&>();
    if (!format::is_plain_text(text)) return refuse(key, "has control characters"), "";  // as in a recording
    if (text.size() > kMostText) return refuse(key, "is too long"), "";
    return text;
  }
  std::string text_or_none(const Json& of, const char* key) { return member(of, key).is_null() ? "" : text(of, key); }
  double number(const Json& of, const char* key, double least, double most) {
    const Json& value = member(of, key);
    if (!value.is_number()) return refuse(key, "is not a number"), least;
    const double number = value.get<double>();
    if (!(number >= least && number <= most)) return refuse(key, "is out of range"), least;
    return number;
  }
  int whole(const Json& of, const char* key, int least, int most) {
    return static_cast<int>(std::lround(number(of, key, least, most)));
  }
  const Json& list(const Json& of, const char* key) {
    static const Json kNone = Json::array();
    const Json& value = member(of, key);
    if (!value.is_array()) return refuse(key, "is not a list"), kNone;
    if (value.size() > kMostRates) return refuse(key, "is too long"), kNone;
    return value;
  }

  std::string element(const Json& of) {
    std::string name = text(of, "element");
    if (name != "float" && name != "half") refuse("element", "is neither float nor half");
    return name;
  }

  void median(const Json& of, Median& rate) {
    constexpr double kLeast = 1e-9, kMost = 1e9;
    rate.gflops = number(of, "gflops", kLeast, kMost);
    rate.median_ms = number(of, "median_milliseconds", kLeast, kMost);
    rate.fastest_ms = number(of, "fastest_milliseconds", kLeast, kMost);
    rate.slowest_ms = number(of, "slowest_milliseconds", kLeast, kMost);
    rate.launches = whole(of, "launches", 1, 1'000'000);
  }
  ProductRate product(const Json& of) {
    const Json& size = member(of, "size");
    const auto side = [&](const char* key) { return static_cast<std::uint32_t>(whole(size, key, 1, 1 << 20)); };
    ProductRate rate{.program = text(of, "program"),
                     .program_code = text(of, "program_code"),
                     .setting_code = text(of, "setting_code"),
                     .kernel = text(of, "kernel"),
                     .numbers = text(of, "numbers"),
                     .M = side("M"),
                     .N = side("N"),
                     .K = side("K"),
                     .batches = static_cast<std::uint32_t>(whole(of, "batches", 1, 1 << 20)),
                     .element = member(of, "element").is_null() ? "" : element(of),
                     .registers = whole(of, "registers", 0, 1024),
                     .spilled_bytes = whole(of, "spilled_bytes", 0, 1 << 20),
                     .resident_warps = whole(of, "resident_warps", 0, 1024),
                     .rate = {},
                     .cublas = {},
                     .cublas_missing = text_or_none(of, "cublas_not_measured")};
    median(of, rate.rate);
    if (const Json& cublas = member(of, "cublas"); !cublas.is_null()) median(cublas, rate.cublas.emplace());
    return rate;
  }
  std::optional<Peak> peak(const Json& of) {
    const Json& value = member(of, "peak");
    if (value.is_null()) return std::nullopt;
    return Peak{.gflops = number(value, "gflops", 1, 1e9),
                .multiprocessors = whole(value, "multiprocessors", 1, 100'000),
                .lanes = whole(value, "lanes", 1, 100'000),
                .clock_mhz = number(value, "clock_mhz", 1, 1e6)};
  }

  BenchReport report(const Json& file) {
    BenchReport r;
    const Json& gpu = member(file, "gpu");
    r.command = text(file, "command");
    r.device = text(gpu, "device"), r.driver = text(gpu, "driver"), r.compiler = text(gpu, "compiler");
    r.cublas = text_or_none(gpu, "cublas"), r.cublas_missing = text_or_none(gpu, "cublas_not_measured");
    r.build = text(gpu, "build"), r.date = text(gpu, "date");
    r.peak = peak(gpu);
    for (const Json& each : list(gpu, "products")) r.products.push_back(product(each));
    for (const Json& each : list(gpu, "not_measured")) r.missing.push_back(text(each, "why"));
    return r;
  }
};

tl::unexpected<Error> bad(const std::string& name, const std::string& what) {
  return fail(ErrorKind::kBadFile,
              name + " is not a report of 'gemmscope bench --json': " + what + "; make one with this version");
}

}  // namespace

Result<BenchReport> read_bench(std::string_view text, const std::string& name) {
  if (text.size() > kMostBytes) return bad(name, "it is too large");
  // Brackets in brackets without end would take a hundred times the file's size.
  const auto shallow = [](int depth, Json::parse_event_t, const Json&) { return depth <= kMostDepth; };
  const Json file = Json::parse(text, shallow, false);
  if (!file.is_object()) return bad(name, "it is not a JSON object");
  Reader reader;
  if (reader.text(file, "schema") != kSchema) return bad(name, "its schema is not " + std::string(kSchema));
  BenchReport report = reader.report(file);
  if (!reader.wrong.empty()) return bad(name, reader.wrong);
  return report;
}

Result<BenchReport> read_bench_file(const std::string& path) {
  auto file = format::InputFile::open(path);
  if (!file) return tl::unexpected(file.error());
  std::vector<std::byte> bytes;
  if (auto read = file->read_up_to(1, bytes); !read) return tl::unexpected(read.error());
  if (bytes.empty() || bytes[0] != std::byte{'{'}) return bad(path, "it does not begin with '{'");
  if (auto read = file->read_up_to(kMostBytes + 1, bytes); !read) return tl::unexpected(read.error());
  return read_bench({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, path);
}

}  // namespace gemmscope::results
