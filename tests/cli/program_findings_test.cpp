// SPDX-License-Identifier: MIT
#include "app/cli/program_findings.h"

#include <gtest/gtest.h>

#include "app/cli/code_lines.h"
#include "app/cli/unwritten_copies.h"
#include "tests/temporary_folder.h"

namespace gemmscope::cli {
namespace {

using Kind = format::ProgramFinding::Kind;

TEST(CodeLines, AnArgumentIsThatOfTheOneCall) {
  const std::string call = "  cudaMemcpyAsync(to + f(1, 2), from[3], n * sizeof(int), cudaMemcpyHostToDevice, s);\n";
  EXPECT_EQ(argument_in(call, 0), "to + f(1, 2)");
  EXPECT_EQ(argument_in(call, 1), "from[3]");
  EXPECT_EQ(argument_in(call, 4), "s");
  EXPECT_EQ(argument_in(call, 5), "");
  EXPECT_EQ(argument_in("CHECK(cudaMemset(a, 0, 4));", 0), "a");
}

TEST(CodeLines, AnArgumentIsNotToldWhereItIsNotCertain) {
  EXPECT_EQ(argument_in("cudaMemcpy(a, b, 4, k), cudaMemcpy(c, d, 4, k);", 0), "");
  EXPECT_EQ(argument_in("copy(a, b);", 0), "");
  EXPECT_EQ(argument_in("cudaMemcpy(a,", 1), "");
  EXPECT_EQ(argument_in("cudaMemcpy(names[\"a,b\"], b, 4, k);", 0), "");
}

/// Without a program whose lines could be read.
TEST(ProgramFindings, AreWordsWithoutPlacesWhereNoneAreKnown) {
  const TemporaryFolder folder;
  runtime::add_note(folder.path().string(),
                    {.kind = Kind::kHostRead, .id = 1, .text = "the host reads {1.0|pinned memory}{0}, {#1234} of"});
  const std::vector<format::ProgramFinding> findings = give_program_findings(folder.path()).all;
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings.at(0), (format::ProgramFinding{.text = "the host reads pinned memory, 1\u202f234 of"}));
}

/// An array of `bytes` in elements of 4, with `columns` in a row.
format::Recording array_of(std::uint32_t elements, std::uint32_t columns) {
  format::Recording r;
  format::Tensor tensor;
  tensor.name = "c", tensor.space = format::Space::kGlobal, tensor.element_bytes = 4;
  tensor.layout.rows = elements / columns, tensor.layout.columns = tensor.layout.pitch = columns;
  r.tensors = {tensor};
  return r;
}

TEST(UnwrittenCopies, AreToldInElements) {
  runtime::ProgramNote note{.kind = Kind::kUnwrittenCopy, .array = "c", .bytes = 400, .unwritten = {40, 80}};
  EXPECT_EQ(unwritten_in_words(note, {array_of(100, 100)}),
            ": 90 of its 100 elements are written, elements 10 to 19 are not");
  note.unwritten = {396, 400};
  EXPECT_EQ(unwritten_in_words(note, {array_of(100, 100)}), ": 99 of its 100 elements are written, element 99 is not");
  EXPECT_EQ(unwritten_in_words(note, {}), "");
}

TEST(UnwrittenCopies, AreToldInRowsAndColumns) {
  runtime::ProgramNote note{.kind = Kind::kUnwrittenCopy, .array = "c", .bytes = 400};
  for (std::uint64_t row = 0; row < 8; ++row)
    note.unwritten.insert(note.unwritten.end(), {row * 40 + 32, row * 40 + 40});
  note.unwritten.insert(note.unwritten.end(), {320, 400});
  EXPECT_EQ(unwritten_in_words(note, {array_of(100, 10)}),
            ": 64 of its 100 elements are written, rows 8 to 9 and columns 8 to 9 are not");
}

}  // namespace
}  // namespace gemmscope::cli
