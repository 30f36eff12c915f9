// SPDX-License-Identifier: MIT
#include "app/views/parts/array_words.h"

#include <algorithm>

#include "app/views/parts/stage_words.h"
#include "app/words/number.h"
#include "tracing/analysis/held.h"
#include "tracing/format/place_name.h"

namespace gemmscope::views {

using analysis::ArrayShape;

namespace {

std::string index(const std::string& text) { return "[" + text + "]"; }

/// "every 32nd from 0 to 992", "from 3 to 99".
std::string from_to(const std::vector<std::uint32_t>& elements) {
  const std::uint32_t step = common_step(elements);
  return (step > 1 ? ", " + every_text(step) : "") + " from " + words::thousands(elements.front()) + " to " +
         words::thousands(elements.back());
}

}  // namespace

std::string element_text(const format::Recording& recording, std::uint16_t tensor, const ArrayShape& shape,
                         std::uint32_t element) {
  if (recording.tiles_known())
    if (const auto place = analysis::element_at(recording, tensor, element * recording.tensors[tensor].element_bytes))
      return format::place_name(recording, tensor, place->row, place->column);
  if (!recording.tensors[tensor].parts.empty()) return format::place_name(recording, tensor, 0, element);
  if (element == 0 && format::is_scalar(recording, tensor)) return recording.tensors[tensor].name;
  return recording.tensors[tensor].name + (shape.two_dimensional() ? index(std::to_string(shape.row(element))) +
                                                                         index(std::to_string(shape.column(element)))
                                                                   : index(std::to_string(element)));
}

std::string elements_text(const format::Recording& recording, std::uint16_t tensor, const ArrayShape& shape,
                          std::vector<std::uint32_t> elements) {
  std::ranges::sort(elements);
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  if (elements.empty()) return "nothing";
  const std::string& name = recording.tensors[tensor].name;
  const std::uint32_t first = elements.front(), last = elements.back();
  const std::string count = words::count_of(elements.size(), "element") + " of " + name;
  if (last - first + 1 == elements.size() && !shape.two_dimensional())
    return range_text(recording, tensor, first, last);
  if (!recording.tensors[tensor].parts.empty()) return count + ", " + range_text(recording, tensor, first, last);
  if (!shape.two_dimensional()) return count + from_to(elements);
  if (recording.tensors[tensor].layout.column_major) {
    std::vector<session::Element> places;
    for (const std::uint32_t element : elements) places.push_back({tensor, shape.column(element), shape.row(element)});
    return spread_text(recording, places);
  }
  std::uint32_t left = 0xffffffff, right = 0;
  for (const std::uint32_t element : elements)
    left = std::min(left, shape.column(element)), right = std::max(right, shape.column(element));
  const std::uint32_t rows = shape.row(last) - shape.row(first) + 1;
  if (std::uint64_t{rows} * (right - left + 1) == elements.size())
    return name + index(span_text(shape.row(first), shape.row(last))) + index(span_text(left, right));
  if (rows == 1) return count + " in row " + std::to_string(shape.row(first));
  std::size_t touched = 1;
  for (std::size_t i = 1; i < elements.size(); ++i) touched += shape.row(elements[i]) != shape.row(elements[i - 1]);
  const std::string from_top = std::to_string(shape.row(first)), to_bottom = std::to_string(shape.row(last));
  if (touched == rows) return count + " in rows " + span_text(shape.row(first), shape.row(last));
  if (touched == 2) return count + " in rows " + from_top + " and " + to_bottom;
  return count + " in " + std::to_string(touched) + " of rows " + from_top + " \u2026 " + to_bottom;
}

std::string size_text(const format::Tensor& array, const ArrayShape& shape) {
  if (!array.parts.empty()) return words::thousands(array.parts.size()) + " of them";
  return shape.two_dimensional() ? words::thousands(shape.rows()) + " \u00d7 " + words::thousands(shape.pitch)
                                 : words::count_of(shape.elements, "element");
}

std::string guess_in_words(const ArrayShape& shape) {
  if (shape.from != ArrayShape::From::kGuessed || !shape.two_dimensional()) return "";
  return shape.of.empty() ? "shape guessed" : "shape guessed: " + shape.of;
}

std::string guess_in_words(const session::Look& look) {
  const auto& shapes = look.loaded->shapes;
  const std::uint16_t tensor = look.current->site.tensor;
  return tensor < shapes.size() && !look.current->shared() ? guess_in_words(shapes[tensor]) : "";
}

std::vector<std::string> picture_notes(const analysis::ArrayGrid& grid) {
  const ArrayShape& shape = grid.shape;
  std::string note = guess_in_words(shape), brief = note.empty() ? "" : "guessed";
  if (shape.from == ArrayShape::From::kFolded && shape.rows() > 1)
    note = "one row, folded every " + words::thousands(shape.pitch),
    brief = "folded every " + words::thousands(shape.pitch);
  if (grid.across * grid.down == 1) return {note, brief};
  const std::string many = words::thousands(std::uint64_t{grid.across} * grid.down), join = note.empty() ? "" : "; ";
  return {note + join + "a cell is " + many + " elements", brief + join + "a cell is " + many + " elements",
          brief + join + many + " per cell"};
}

std::vector<std::uint32_t> elements_asked_for(const session::Look& look, int lane) {
  const session::Current& now = *look.current;
  std::vector<std::uint32_t> elements;
  if (now.shared() || !now.active(lane) || now.tensor.element_bytes == 0) return elements;
  for (std::uint32_t at = 0; at < now.site.width; at += now.tensor.element_bytes)
    elements.push_back((now.address(lane) + at) / now.tensor.element_bytes);
  return elements;
}

std::vector<std::uint32_t> elements_asked_for(const session::Look& look) {
  std::vector<std::uint32_t> elements;
  for (int lane = 0; lane < format::kLanes; ++lane)
    for (const std::uint32_t element : elements_asked_for(look, lane)) elements.push_back(element);
  return elements;
}

HeldElements::HeldElements(const session::Look& look) : look_(look), known_(look.current->shared()) {
  if (known_ && look.current->site.op != format::Op::kStore)
    writers_ = analysis::shared_writers(*look.recording(), moment_of(look));
}

std::optional<session::Element> HeldElements::at(int lane, std::uint32_t byte) const {
  if (!known_) return std::nullopt;
  const format::Recording& r = *look_.recording();
  if (look_.current->site.op == format::Op::kStore) {
    const analysis::Write store{.written = true,
                                .lane = static_cast<std::uint8_t>(lane),
                                .warp = static_cast<std::uint16_t>(look_.cursor.warp),
                                .request = look_.cursor.request};
    return analysis::element_stored(r, look_.cursor.block, store, byte);
  }
  const std::size_t cell = byte / analysis::cell_bytes(r);
  if (cell >= writers_.size() || !writers_[cell].written) return std::nullopt;
  return analysis::element_stored(r, look_.cursor.block, writers_[cell], byte);
}

std::vector<session::Element> HeldElements::all() const {
  std::vector<session::Element> elements;
  const session::Current& now = *look_.current;
  for (int lane = 0; lane < format::kLanes && known_; ++lane)
    for (std::uint32_t at_byte = 0; now.active(lane) && at_byte < now.site.width; at_byte += now.tensor.element_bytes)
      if (const auto element = at(lane, now.address(lane) + at_byte)) elements.push_back(*element);
  return elements;
}

namespace {

/// "A[0 … 7][3]"; empty if `elements` are of several arrays.
std::string one_array_text(const session::Look& look, const std::vector<session::Element>& elements) {
  if (elements.empty()) return {};
  const format::Recording& recording = *look.recording();
  const std::uint16_t tensor = elements.front().tensor;
  std::vector<std::uint32_t> indices;
  for (const session::Element& element : elements) {
    if (element.tensor != tensor) return {};
    indices.push_back(analysis::byte_of(recording, element) / recording.tensors[tensor].element_bytes);
  }
  return elements_text(recording, tensor, look.loaded->shapes[tensor], indices);
}

}  // namespace

std::string request_sentence(const session::Look& look) {
  const session::Current& now = *look.current;
  const format::Op op = now.site.op;
  const std::string warp = "Warp " + std::to_string(now.request.warp);
  const std::string held = now.shared() ? one_array_text(look, HeldElements(look).all()) : "";
  if (!held.empty() && op != format::Op::kAtomic)
    return warp + (op == format::Op::kLoad ? " loads " + held + " from " : " stores " + held + " to ") +
           now.tensor.name + ", which is shared memory";
  if (now.shared())
    return warp +
           (op == format::Op::kLoad    ? " loads from "
            : op == format::Op::kStore ? " stores to "
                                       : " updates ") +
           now.tensor.name + ", which is shared memory: no array is touched";
  return warp +
         (op == format::Op::kLoad    ? " loads "
          : op == format::Op::kStore ? " stores "
                                     : " updates ") +
         elements_text(*look.recording(), now.site.tensor, look.loaded->shapes[now.site.tensor],
                       elements_asked_for(look));
}

}  // namespace gemmscope::views
