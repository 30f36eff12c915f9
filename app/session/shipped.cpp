// SPDX-License-Identifier: MIT
#include "app/session/shipped.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "app/session/open_file.h"
#include "shipped_recordings.h"  // generated from assets/recordings by app/session/CMakeLists.txt
#include "tracing/format/file.h"

namespace gemmscope::session {
namespace {

const std::string kEmulator = "emulator";

Result<format::Recording> decoded(std::string_view file) { return format::decode_file(std::as_bytes(std::span(file))); }

/// As the kernel's arguments have it: to find the tiles of all recordings would take longer.
std::string size_of(const format::Recording& r) {
  const auto number = [&](const char* name) { return std::string(r.parameter(name).value_or("?")); };
  return number("M") + " × " + number("N") + " × " + number("K");
}

std::vector<ShippedRecording> all() {
  std::vector<ShippedRecording> found;
  for (const auto& [name, file] : recordings::kFiles)
    if (const auto r = decoded(file))
      found.push_back({r->origin.backend == "cuda" ? r->origin.device : kEmulator, r->kernel, r->source.path,
                       size_of(*r), r->origin.date.substr(0, std::string_view("2026-11-22").size()), file});
  std::ranges::sort(
      found, {}, [](const ShippedRecording& r) { return std::tuple(r.recorder == kEmulator, r.recorder, r.source); });
  return found;
}

}  // namespace

std::span<const ShippedRecording> shipped_recordings() {
  static const std::vector<ShippedRecording> recordings = all();
  return recordings;
}

void open_shipped(Session& session, const ShippedRecording& shipped) {
  auto recording = decoded(shipped.file);
  if (!recording) {
    session.desk.error = recording.error().message;
    return;
  }
  open_instead(session, std::move(*recording));
}

void open_shipped_instead(Session& session, std::string_view kernel, const std::string& why) {
  const auto shipped = std::ranges::find(shipped_recordings(), kernel, &ShippedRecording::kernel);
  if (shipped != shipped_recordings().end()) open_shipped(session, *shipped);
  session.desk.notice.clear();
  session.desk.error = why;
  if (session.look.loaded) session.desk.error += "; this was recorded earlier on " + shipped->recorder;
}

}  // namespace gemmscope::session
