// SPDX-License-Identifier: MIT
#include "app/cli/verify_text.h"

#include <cmath>
#include <cstdio>
#include <optional>

#include "app/words/number.h"
#include "app/words/remark_words.h"
#include "app/words/tile_words.h"
#include "tracing/analysis/array_writers.h"
#include "tracing/analysis/multiplied.h"
#include "tracing/analysis/values/foreign.h"
#include "tracing/format/block_name.h"

namespace gemmscope::cli {
namespace {

using analysis::Scale;
using analysis::Verified;

/// As many digits as tell floats apart.
std::string number(double value) {
  if (std::isnan(value)) return "NaN";
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}
/// A number that need not be exact, with two digits.
std::string about(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.2g", value);
  return text;
}

std::string scale_text(const std::string& name, const Scale& scale) {
  std::string text = name + " = " + number(scale.value);
  if (scale.from == Scale::From::kParameter) text += " (parameter `" + scale.name + "`)";
  if (scale.from == Scale::From::kFound) text += " (" + scale.name + ")";
  if (scale.from == Scale::From::kFitted) text += " (solved for)";
  return text;
}

std::string function_text(analysis::Activation activation) {
  using analysis::Activation;
  switch (activation) {
    case Activation::kNone: return "";
    case Activation::kRelu: return "relu";
    case Activation::kGelu: return "gelu";
    case Activation::kGeluByTanh: return "gelu";
    case Activation::kSilu: return "silu";
    case Activation::kSigmoid: return "sigmoid";
    case Activation::kTanh: return "tanh";
  }
  return "";
}

struct Names {
  std::string A, B, C;
};
Names names_of(const format::Recording& recording, const analysis::Product& product) {
  const auto name = [&](const analysis::ProductMatrix& matrix) { return recording.tensors[matrix.tensor].name; };
  return {name(product.A), name(product.B), name(product.C)};
}

/// Who stores an element of C, as far as that is known.
struct Writer {
  std::string text{};                    ///< "stored by thread 37 of block (0,2,0) (warp 1, lane 5) in line 20"
  std::optional<std::uint32_t> block{};  ///< index into Recording::blocks; nullopt: not known
  std::uint32_t thread = 0;
};
Writer writer_of(const format::Recording& recording, const analysis::ProductMatrix& C, std::uint32_t element) {
  const format::Tensor& tensor = recording.tensors[C.tensor];
  const auto elements = static_cast<std::uint32_t>(tensor.layout.extent());
  const analysis::ArrayShape shape{.elements = elements, .pitch = C.pitch};
  const analysis::ArrayGrid cell{shape, {shape.row(element), shape.column(element), 1, 1}, 1, 1, tensor.element_bytes};
  const analysis::Footprints footprints(recording);
  const auto blocks = analysis::storing_blocks(recording, footprints, C.tensor, cell);
  if (blocks.empty() || !blocks[0].block) return {footprints.complete() ? "no thread stores it" : ""};
  const std::uint32_t block = *blocks[0].block;
  const auto writers = analysis::array_writers(recording, footprints, C.tensor, cell, {block, 0, analysis::kEnd});
  if (writers.empty() || !writers[0].write.written) return {};
  const analysis::Write& write = writers[0].write;
  const std::uint32_t line = recording.sites[write.site].line, thread = write.warp * format::kLanes + write.lane;
  return {"stored by thread " + words::thousands(thread) + " of block " +
              format::block_name(recording, recording.blocks[block]) + " (warp " + std::to_string(write.warp) +
              ", lane " + std::to_string(write.lane) + ")" + (line == 0 ? "" : " in line " + std::to_string(line)) +
              (blocks[0].several || writers[0].several ? ", and by others" : ""),
          block, thread};
}

/// "A[2][3]" of an element of its array.
std::string element_text(const format::Recording& recording, const analysis::ProductMatrix& matrix,
                         std::uint32_t element) {
  return recording.tensors[matrix.tensor].name + "[" + std::to_string(matrix.row(element)) + "][" +
         std::to_string(matrix.column(element)) + "]";
}

/// What it multiplies though none of its elements of C needs it; empty: nothing that is known.
std::string foreign_text(const format::Recording& recording, const Verified& v, const Writer& writer) {
  if (!writer.block) return "";
  const auto foreign = analysis::foreign_element(recording, v.product, *writer.block, writer.thread);
  if (!foreign) return "";
  const analysis::ProductMatrix& matrix = foreign->of_A ? v.product.A : v.product.B;
  return "  that thread loads " + element_text(recording, matrix, foreign->element) + ", though it stores nothing in " +
         (foreign->of_A ? "row " + words::thousands(matrix.row(foreign->element))
                        : "column " + words::thousands(matrix.column(foreign->element))) +
         " of " + names_of(recording, v.product).C +
         (analysis::lanes_pass_on_values(recording) ? "\n" : ": an index may be wrong\n");
}

std::string precision_text(const format::Recording& recording, const Verified& v) {
  const Names names = names_of(recording, v.product);
  const std::string terms = words::thousands(v.product.K) + " terms";
  const double bound = analysis::gamma_of(v.product.K, v.by.precision.sum) + v.by.precision.inputs;
  return v.by.precision.text + " of " + terms + " may differ by about " + about(bound) + " |" + names.A + "| |" +
         names.B + "|";
}

std::string right_text(const format::Recording& recording, const Verified& v) {
  const std::string text = "  " + equation_of(recording, v) + "\n  all " + words::count_of(v.elements, "element");
  if (v.is_exact || v.largest == 0) return text + " agree exactly\n";
  return text + " agree: they differ by " + about(v.largest) + " at most, and " +
         (v.share < 0.01 ? "less than 1 %" : words::percent(v.share)) + " of what rounding may cause (" +
         precision_text(recording, v) + ")\n";
}

std::string first_wrong_text(const format::Recording& recording, const Verified& v) {
  const analysis::WrongElement& e = *v.first;
  const std::uint32_t element = v.product.element_of_C(e.row, e.column);
  const Writer writer = writer_of(recording, v.product.C, element);
  return "  first " + element_text(recording, v.product.C, element) + ": is " + number(e.is) + ", should be " +
         number(e.should) + (v.is_exact ? "" : " (rounding: " + about(e.tolerance) + " at most)") +
         (writer.text.empty() ? "" : "; " + writer.text) + "\n" + foreign_text(recording, v, writer);
}

std::string wrong_text(const format::Recording& recording, const Verified& v) {
  if (v.wrong == 0 && v.first) return "  " + v.why + "\n" + first_wrong_text(recording, v);
  if (v.wrong == 0) return "  so it is in all elements: " + equation_of(recording, v) + "; but " + v.why + "\n";
  const Names names = names_of(recording, v.product);
  std::string text = "  " + equation_of(recording, v) + "\n  " + words::thousands(v.wrong) + " of " +
                     words::count_of(v.elements, "element") + " differ" +
                     (v.is_exact ? "" : " by more than rounding explains (" + precision_text(recording, v) + ")") +
                     "\n" + first_wrong_text(recording, v) + (v.why.empty() ? "" : "  " + v.why + "\n");
  if (v.k_loaded != 0) {
    const analysis::Remark left_out{
        .kind = analysis::Remark::Kind::kLeftOut, .ks = {{v.k_loaded, v.product.K}}, .product = v.product};
    text += "  " + words::clause(recording, left_out) + "; up to there the sums are right\n";
  }
  return text;
}

std::string other_text(const format::Recording& recording, const Verified& v) {
  const double share = 1 - static_cast<double>(v.wrong) / static_cast<double>(v.elements);
  if (v.wrong == 0) return "  " + equation_of(recording, v) + ", in all elements; but " + v.why + "\n";
  return "  by " + equation_of(recording, v) + ", " + words::share(share) +
         " of the elements agree. Whether the others are right is not known: " + v.why + "\n" +
         first_wrong_text(recording, v);
}

std::string remarks_text(const format::Recording& recording, const Verified& v) {
  const Names names = names_of(recording, v.product);
  std::string text;
  if (v.nans != 0) text += "  " + words::count_of(v.nans, "element") + " of these are NaN, as they should be\n";
  if (!v.beta_is_seen) text += "  " + names.C + " held 0 before, so any beta gives the same\n";
  for (const auto& [is_constant, name] : {std::pair(v.A_is_constant, names.A), std::pair(v.B_is_constant, names.B)})
    if (is_constant)
      text += "  all elements of " + name + " are the same number, so wrong indices in it would not show\n";
  return text;
}

}  // namespace

std::string equation_of(const format::Recording& recording, const Verified& v) {
  const Names names = names_of(recording, v.product);
  const auto name = [&](std::uint16_t tensor) { return recording.tensors[tensor].name; };
  const auto& [alpha, beta] = std::pair(v.by.scales.alpha, v.by.scales.beta);
  std::string sum = "alpha " + names.A + " " + names.B + " + beta " + (v.by.added ? name(*v.by.added) : names.C);
  if (v.by.bias) sum += " + " + name(v.by.bias->tensor) + (v.by.bias->by_row ? "[row]" : "[column]");
  const std::string function = function_text(v.by.activation);
  return names.C + " = " + (function.empty() ? sum : function + "(" + sum + ")") + ", " + scale_text("alpha", alpha) +
         ", " + scale_text("beta", beta);
}

std::string verify_text(const format::Recording& recording, const Verified& v) {
  const std::string head = recording.kernel + ": " + words::product_in_words(recording, v.product) + ": ";
  switch (v.verdict) {
    case Verified::Verdict::kRight: return head + "right\n" + right_text(recording, v) + remarks_text(recording, v);
    case Verified::Verdict::kWrong: return head + "WRONG\n" + wrong_text(recording, v) + remarks_text(recording, v);
    case Verified::Verdict::kOther: return head + "not judged\n" + other_text(recording, v);
    case Verified::Verdict::kUnknown: return head + "not judged\n  " + v.why + "\n";
  }
  return head;
}

}  // namespace gemmscope::cli
