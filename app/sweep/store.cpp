// SPDX-License-Identifier: MIT
#include "app/sweep/store.h"

#include <bit>
#include <string_view>
#include <system_error>

#include "tracing/format/content_name.h"
#include "tracing/format/file.h"
#include "tracing/record/origin.h"
#include "tracing/record/plan.h"

namespace gemmscope::sweep {
namespace {

namespace fs = std::filesystem;

/// Everything that decides what is recorded: the description, the kernel's text, the recorder.
std::string name_of(const format::Recording& described) {
  const format::Recording& r = described;
  format::ContentName name;
  name.add(record::build_id());
  for (const std::string& text : {r.kernel, r.preset, r.source.text}) name.add(text);
  for (const format::Parameter& p : r.parameters) name.add(p.name), name.add(p.value);
  for (const std::uint32_t number :
       {r.M, r.N, r.K, std::bit_cast<std::uint32_t>(r.alpha), std::bit_cast<std::uint32_t>(r.beta)})
    name.add(number);
  for (const format::Range range : {r.selection.block_y, r.selection.block_x, r.selection.warps, r.selection.k_tiles})
    name.add(range.begin), name.add(range.end);
  name.add(std::uint64_t{r.selection.epilogue});
  return name.text();
}

/// What of a recording is known before the kernel runs.
format::Recording description_of(format::Recording recording) {
  recording.origin = {};
  recording.dropped = 0;
  recording.divergences.clear(), recording.absent_lanes.reset(), recording.fault.reset();
  recording.undefined.reset();
  recording.branch_barriers.clear();
  recording.sites.clear(), recording.templates.clear(), recording.patterns.clear();
  recording.blocks.clear();
  return recording;
}

bool is_of(const format::Recording& recording, const format::Recording& described) {
  return recording.origin.build == record::build_id() && recording.origin.backend == "cpu" &&
         recording.blocks.size() ==
             std::size_t{described.selection.block_y.size()} * described.selection.block_x.size() &&
         description_of(recording) == described;
}

}  // namespace

Result<Store> Store::open(const fs::path& folder, Make make) {
  std::error_code error;
  if (make == Make::kNo && !fs::is_directory(folder, error))
    return fail(ErrorKind::kBadFile, "there is no folder " + folder.string() + "; sweep with --store to make it");
  fs::create_directories(folder, error);
  if (error || !fs::is_directory(folder, error))
    return fail(ErrorKind::kUsage, "the folder " + folder.string() + " cannot be made (" + error.message() +
                                       "); choose another one for --store");
  return Store(folder);
}

fs::path Store::file_of(const record::RecordRequest& request) const {
  return folder_ / (name_of(record::describe(record::make_plan(request).value())) + ".gst");
}

Store::Reading Store::read(const record::RecordRequest& request) const {
  const fs::path path = file_of(request);
  std::error_code error;
  if (!fs::exists(path, error)) return {};
  auto recording = format::read_file(path);
  if (!recording || !is_of(*recording, record::describe(record::make_plan(request).value()))) return {Found::kOther};
  return {Found::kRecording, std::move(*recording)};
}

Result<void> Store::write(const record::RecordRequest& request, const format::Recording& recording) const {
  return format::write_file(recording, file_of(request));
}

}  // namespace gemmscope::sweep
