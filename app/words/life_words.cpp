// SPDX-License-Identifier: MIT
#include "app/words/life_words.h"

#include <algorithm>

#include "app/words/number.h"

namespace gemmscope::words {
namespace {

using analysis::Absent;
using analysis::Life;
using analysis::Rect;
using analysis::Tally;
using analysis::UseKind;

constexpr std::size_t kMostRects = 4;  ///< that are written out

/// "3" or "0..127".
std::string run(std::uint32_t first, std::uint32_t count) {
  return std::to_string(first) + (count == 1 ? "" : ".." + std::to_string(first + count - 1));
}

/// "16 lanes in 2 requests".
std::string by(const Tally& tally) {
  return count_of(tally.lanes, "lane") + " in " + count_of(tally.requests, "request");
}

}  // namespace

std::string elements_text(const std::string& matrix, const std::vector<Rect>& rects) {
  std::string text;
  for (std::size_t i = 0; i < rects.size() && i < kMostRects; ++i)
    text += (i == 0 ? "" : ", ") + matrix + "[" + run(rects[i].row, rects[i].rows) + "][" +
            run(rects[i].column, rects[i].columns) + "]";
  if (rects.size() > kMostRects) text += " \u2026 (" + count_of(analysis::elements_in(rects), "element") + ")";
  return text;
}

std::string use_in_words(const format::Recording& recording, const analysis::Use& use) {
  const std::string& tensor = recording.tensors[recording.sites[use.site].tensor].name;
  switch (use.kind) {
    case UseKind::kGlobalLoad:
    case UseKind::kSharedLoad:
    case UseKind::kStagedLoad: return "load from " + tensor;
    case UseKind::kSharedStore:
    case UseKind::kStagedStore:
    case UseKind::kGlobalStore: return "store to " + tensor;
    case UseKind::kMultiplyAdd: return use.products == 1 ? "multiply-add" : "multiply-adds";
  }
  return "";
}

std::string life_in_words(const format::Recording& recording, const Life& life, const std::string& what) {
  if (life.uses.empty() || !life.element) return "";
  const bool of_C = recording.tensors[life.element->tensor].matrix == format::Matrix::kC;
  std::string text;
  const auto add = [&](UseKind kind, const std::string& verb) {
    if (const Tally tally = life.of(kind); tally.requests != 0) text += (text.empty() ? "" : "; ") + verb + by(tally);
  };
  add(UseKind::kGlobalLoad, "loaded by ");
  add(UseKind::kSharedStore, "stored to shared memory by ");
  add(UseKind::kSharedLoad, "read from shared memory by ");
  if (const Tally products = life.of(UseKind::kMultiplyAdd); products.requests != 0)
    text += (text.empty() ? "" : "; ") + std::string(of_C ? "the sum of " : "used in ") +
            (of_C ? count_of(products.products, "product") : count_of(products.products, "multiply-add"));
  add(UseKind::kStagedStore, of_C ? "staged by " : "its sums are staged by ");
  if (!life.ends.empty())
    text += (text.empty() ? "" : "; ") + std::string(of_C ? "stored to " : "ends in ") +
            elements_text(recording.name_of(format::Matrix::kC), life.ends);
  return what + ": " + text + ".";
}

std::string absent_in_words(Absent why, const std::string& what) {
  switch (why) {
    case Absent::kNoTiles: return "The tiles of this kernel are not known, so what a cell holds is not known.";
    case Absent::kNoElement: return what + " holds no element of a matrix: it is padding, or beyond the edge.";
    case Absent::kStagedC: return what + " holds several elements of C in turn; follow one of them instead.";
    case Absent::kNotALoad: return what + " does not name a load of an active lane; choose one that does.";
    case Absent::kOtherBlock: return "This block does not work on " + what + "; choose another block.";
    case Absent::kDropped: return "Requests were lost while recording, so uses may be missing; record again.";
    case Absent::kMisaligned: return "Requests that access " + what + " fault: their addresses are misaligned.";
    case Absent::kWarps: return "Not all warps are recorded, so uses may be missing; record all of them.";
    case Absent::kNotLoaded: return "No recorded request of this block loads " + what + ".";
    case Absent::kOtherPlace:
      return what + " is stored to another place than a comment says; `gemmscope check` says where the two differ.";
    case Absent::kOtherValue:
      return "Lanes store or read something else at the place of " + what + "; `gemmscope check` may say why.";
    case Absent::kNotRead: return what + " is not read before its place is overwritten.";
    case Absent::kNeverRead: return "No lane reads " + what + " from shared memory.";
    case Absent::kNotMultiplied:
      return "For some products with " + what + ", the recording does not show both factors.";
    case Absent::kPartOfK: return "Other blocks add products of other k's to the same elements of C.";
    case Absent::kLanesShare:
      return "The lanes of a warp share what they load, so it is not known which lane adds a product.";
    case Absent::kNotStored: return "Some sums of " + what + " are not stored to C.";
    case Absent::kOtherLane: return "Some sums of " + what + " are stored by lanes that do not keep them.";
    case Absent::kTooMuch: return "That takes too long for this recording; record a smaller part.";
  }
  return "";
}

std::string other_blocks_in_words(const Life& life) {
  if (life.all_blocks <= 1 || !life.element) return "";
  const bool elsewhere = std::ranges::find(life.absent, Absent::kOtherBlock) != life.absent.end();
  const std::uint32_t here = elsewhere ? 0 : 1, others = life.all_blocks - here,
                      recorded = life.blocks - std::min(life.blocks, here);
  if (others == 1)
    return std::string("1 other block uses it, too, and is ") + (recorded == 0 ? "not " : "") + "recorded.";
  return thousands(others) + " other blocks use it, too; " +
         (recorded == others ? "all"
          : recorded == 0    ? "none"
                             : thousands(recorded)) +
         " of them " + (recorded > 1 ? "are" : "is") + " recorded.";
}

}  // namespace gemmscope::words
