// SPDX-License-Identifier: MIT
// The report as a table for spreadsheets. Every line says what recording and rule it is from, so that lines of several
// reports can stand in one file.
#include "app/cli/numbers.h"
#include "app/cli/report.h"

namespace gemmscope::cli {
namespace {

using analysis::SiteSummary;

constexpr const char* kHeader =
    "kernel,preset,params,M,N,K,backend,model,site,line,tensor,space,op,width,requests,misaligned,wavefronts,ideal_"
    "wavefronts,excess,"
    "max_nway,nway_histogram,sectors,ideal_sectors,lines,ideal_lines,efficiency,address_digest,blocks,blocks_total,"
    "warps,"
    "warps_total,k_tiles,k_tiles_total,epilogue,dropped\n";

/// A field, quoted if it must be.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

class Line {
 public:
  Line& operator<<(const std::string& text) {
    text_ += (first_ ? "" : ",") + field(text);
    first_ = false;
    return *this;
  }
  Line& operator<<(std::uint64_t value) { return *this << std::to_string(value); }
  std::string text() const { return text_ + "\n"; }

 private:
  std::string text_;
  bool first_ = true;
};

std::string params(const format::Recording& r) {
  std::string text;
  for (const format::Parameter& p : r.parameters) text += (text.empty() ? "" : " ") + p.name + "=" + p.value;
  return text;
}

/// "1:16 4:64": n-way:requests.
std::string histogram(const analysis::SharedCount& count) {
  std::string text;
  for (std::size_t n = 0; n < count.nway_histogram.size(); ++n)
    if (count.nway_histogram[n] != 0)
      text += (text.empty() ? "" : " ") + std::to_string(n) + ":" + std::to_string(count.nway_histogram[n]);
  return text;
}

void add_figures(Line& line, const SiteSummary& site, analysis::ConflictModel model) {
  line << site.count.requests << site.count.misaligned;
  if (site.space == format::Space::kShared) {
    const analysis::SharedCount& cost = site.count.by(model);
    line << cost.wavefronts << cost.ideal_wavefronts << cost.excess() << static_cast<std::uint64_t>(cost.max_nway)
         << histogram(cost) << ""
         << ""
         << ""
         << ""
         << "";
  } else {
    line << ""
         << ""
         << ""
         << ""
         << "" << site.count.sectors << site.count.ideal_sectors << site.count.lines << site.count.ideal_lines
         << number_text(site.count.efficiency());
  }
}

}  // namespace

std::string report_csv(const Report& report) {
  const format::Recording& r = *report.recording;
  std::string text = kHeader;
  for (std::size_t i = 0; i < report.summary.sites.size(); ++i) {
    const SiteSummary& site = report.summary.sites[i];
    Line line;
    line << r.kernel << r.preset << params(r) << std::uint64_t{r.M} << std::uint64_t{r.N} << std::uint64_t{r.K}
         << r.origin.backend << std::string(analysis::name_of(report.model)) << site.name
         << std::uint64_t{site.lines.front().line} << r.tensors[site.tensor].name
         << (site.space == format::Space::kShared ? "shared" : "global")
         << (site.op == format::Op::kStore ? "store" : "load") << std::uint64_t{site.width};
    add_figures(line, site, report.model);
    line << digest_text(report.digests[i]);
    for (const Coverage& c : {report.blocks, report.warps, report.k_tiles}) line << c.recorded << c.total;
    line << std::uint64_t{r.selection.epilogue} << r.dropped;
    text += line.text();
  }
  return text;
}

}  // namespace gemmscope::cli
