// SPDX-License-Identifier: MIT
#include "app/cli/run_shapes.h"

#include <algorithm>
#include <cctype>
#include <ostream>
#include <string_view>

#include "app/cli/program_files.h"
#include "app/cli/run_folder.h"
#include "tracing/analysis/tiles/said.h"
#include "tracing/analysis/tiles/source_kernel.h"
#include "tracing/format/file.h"
#include "tracing/format/input_file.h"
#include "tracing/format/statement_mark.h"
#include "tracing/format/text.h"

namespace gemmscope::cli {
namespace {

/// What comments in the source state.
void give_stated(format::Recording& recording, std::ostream& out) {
  if (recording.source.text.find(format::kStatementMark) == std::string::npos) return;
  const std::string text = analysis::SourceKernel(recording).own_text(recording);
  for (const analysis::GivenShape& shape : analysis::shapes_in(text)) {
    if (!analysis::has_array(recording, shape)) continue;
    if (auto done = analysis::give_shape(recording, shape); !done)
      out << "the comment on " << format::shown(shape.array) << " is left out: " << format::shown(done.error().message)
          << "\n";
  }
  for (const analysis::SaidIn& each : analysis::said_in(recording).left_out)
    out << "the comment on line " << each.line << " is left out: " << format::shown(each.text) << "\n";
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]))) return true;
  }
  return false;
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

Result<void> check_named(const std::vector<analysis::GivenShape>& shapes, const std::vector<std::string>& files) {
  std::string texts;
  for (const std::string& file : files) texts += format::text_in(file) + "\n";
  for (const analysis::GivenShape& shape : shapes) {
    const std::string_view name(shape.array.begin(), std::ranges::find_if_not(shape.array, is_word));
    const bool is_of_parameter = !name.empty() && shape.array.find(' ') == std::string::npos && name != "allocations";
    if (!files.empty() && is_of_parameter && !has_word(texts, name))
      return fail(ErrorKind::kUsage, "--tensor " + shape.array + ": no file of the program has the name " +
                                         std::string(name) + "; name a parameter of a kernel");
  }
  return {};
}

Result<void> give_shapes(const std::filesystem::path& folder, const std::vector<analysis::GivenShape>& shapes,
                         std::ostream& out) {
  std::vector<bool> used(shapes.size());
  std::error_code error;
  Result<void> given;
  const auto note = [&](const Result<void>& done) {
    if (given && !done) given = done;
  };
  const std::vector<std::filesystem::path> files = recordings_in(folder);
  for (const std::filesystem::path& file : files) {
    auto recording = format::read_file(file);
    if (!recording) continue;  // take_over() says so
    const std::vector<format::Tensor> before = recording->tensors;
    give_stated(*recording, out);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      if (!analysis::has_array(*recording, shapes[i])) continue;
      used[i] = true;
      note(analysis::give_shape(*recording, shapes[i]));
    }
    if (recording->tensors == before) continue;
    const auto recorded = std::filesystem::last_write_time(file, error);
    note(format::write_file(*recording, file));
    std::filesystem::last_write_time(file, recorded, error);  // which says in what order the launches ran
  }
  const auto unused = std::ranges::find(used, false);
  if (!given || files.empty() || unused == used.end()) return given;
  return fail(ErrorKind::kUsage, "--tensor " + shapes[static_cast<std::size_t>(unused - used.begin())].array +
                                     ": no recorded kernel touches an array of that name");
}

}  // namespace gemmscope::cli
