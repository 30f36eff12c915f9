// SPDX-License-Identifier: MIT
#include "app/session/open_file.h"

#include <filesystem>
#include <memory>
#include <utility>

#include "app/session/findings.h"
#include "app/session/refresh.h"
#include "tracing/format/file.h"
#include "tracing/format/text.h"

namespace gemmscope::session {

void open_instead(Session& session, format::Recording recording) {
  open(session, std::make_shared<const Loaded>(std::move(recording)));
  open_at_findings(session);
}

void open_file(Session& session, const std::string& path) {
  const std::filesystem::path file = path;
  if (file.extension() != ".gst") {
    session.desk.error = format::shown(file.filename().string()) +
                         " is neither a program, whose name ends in .cu, nor a recording, whose name ends in .gst";
    return;
  }
  auto recording = format::read_file(file);
  if (!recording)
    session.desk.error = recording.error().message;
  else
    open_instead(session, std::move(*recording));
}

}  // namespace gemmscope::session
