// SPDX-License-Identifier: MIT
#include "app/words/remark_words.h"

#include "app/words/number.h"
#include "tracing/format/place_name.h"

namespace gemmscope::words {

using analysis::Remark;

std::string_view name_of(Remark::Kind kind) {
  switch (kind) {
    case Remark::Kind::kUnfilled: return "unfilled";
    case Remark::Kind::kUntouched: return "untouched";
    case Remark::Kind::kNeverRead: return "never read";
    case Remark::Kind::kRepeated: return "repeated";
  }
  return {};
}

std::string sentence(const format::Recording& r, const Remark& remark) {
  const std::string& name = r.tensors[remark.tensor].name;
  const bool all = remark.count == remark.of, one = remark.of == 1;
  switch (remark.kind) {
    case Remark::Kind::kUnfilled:
      return name + ": " +
             (one   ? "its element is read and was never written"
              : all ? "all " + thousands(remark.of) + " elements are read and none was ever written"
                    : thousands(remark.count) + " of " + thousands(remark.of) +
                          " elements are read and none of the array was ever written") +
             ": the program does not fill it.";
    case Remark::Kind::kUntouched:
      return name + ": " + count_of(remark.of * r.tensors[remark.tensor].element_bytes, "byte") +
             " of each block's shared memory that no thread loads or stores to.";
    case Remark::Kind::kNeverRead: {
      std::string first;
      if (const auto cell = analysis::cell_in(r, remark.tensor, remark.byte); cell && !cell->padding)
        first = "; the first is " + format::place_name(r, cell->tensor, cell->row, cell->column);
      return name + ": " +
             (one   ? "the stored value"
              : all ? "all " + thousands(remark.of) + " stored elements"
                    : thousands(remark.count) + " of the " + thousands(remark.of) + " stored elements") +
             (one || (remark.count == 1) ? " is" : " are") + " never loaded" + (all ? "" : first) + ".";
    }
    case Remark::Kind::kRepeated: {
      const auto part = [](const analysis::FragmentPart& p) {
        return "rows " + std::to_string(p.first_row) + " to " + std::to_string(p.last_row) + ", columns " +
               std::to_string(p.first_column) + " to " + std::to_string(p.last_column);
      };
      const analysis::RepeatedFragment& f = remark.repeated;
      return "mma" + (f.line == 0 ? "" : " on line " + std::to_string(f.line)) + " uses one loaded register for both " +
             part(f.one) + " and " + part(f.other) + " of its " + (f.of_b ? "second" : "first") + " matrix, while " +
             thousands(remark.count) + " of the " + thousands(remark.of) + " elements of " + name +
             " are never loaded.";
    }
  }
  return {};
}

}  // namespace gemmscope::words
