// SPDX-License-Identifier: MIT
#include "app/cli/run_shapes.h"

#include <algorithm>
#include <ostream>

#include "app/cli/run_folder.h"
#include "tracing/format/file.h"
#include "tracing/format/text.h"

namespace gemmscope::cli {
namespace {

/// What comments in the source state.
void give_stated(format::Recording& recording, std::ostream& out) {
  for (const analysis::GivenShape& shape : analysis::shapes_in(recording.source.text)) {
    if (!analysis::has_array(recording, shape)) continue;
    if (auto done = analysis::give_shape(recording, shape); !done)
      out << "the comment on " << format::shown(shape.array) << " is left out: " << format::shown(done.error().message)
          << "\n";
  }
}

}  // namespace

Result<std::vector<analysis::GivenShape>> parse_shapes(const std::vector<std::string>& options) {
  std::vector<analysis::GivenShape> shapes;
  for (const std::string& option : options) {
    auto shape = analysis::parse_shape(option);
    if (!shape) return tl::unexpected(shape.error());
    shapes.push_back(std::move(*shape));
  }
  return shapes;
}

Result<void> give_shapes(const std::filesystem::path& folder, const std::vector<analysis::GivenShape>& shapes,
                         std::ostream& out) {
  std::vector<bool> used(shapes.size());
  std::error_code error;
  const std::vector<std::filesystem::path> files = recordings_in(folder);
  for (const std::filesystem::path& file : files) {
    auto recording = format::read_file(file);
    if (!recording) return tl::unexpected(recording.error());
    const std::vector<format::Tensor> before = recording->tensors;
    give_stated(*recording, out);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      if (!analysis::has_array(*recording, shapes[i])) continue;
      used[i] = true;
      if (auto done = analysis::give_shape(*recording, shapes[i]); !done) return done;
    }
    if (recording->tensors == before) continue;
    const auto recorded = std::filesystem::last_write_time(file, error);
    if (auto written = format::write_file(*recording, file); !written) return written;
    std::filesystem::last_write_time(file, recorded, error);  // which says in what order the launches ran
  }
  const auto unused = std::ranges::find(used, false);
  if (files.empty() || unused == used.end()) return {};
  return fail(ErrorKind::kUsage, "--tensor " + shapes[static_cast<std::size_t>(unused - used.begin())].array +
                                     ": no recorded kernel touches an array of that name");
}

}  // namespace gemmscope::cli
