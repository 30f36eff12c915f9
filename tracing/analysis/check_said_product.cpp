// SPDX-License-Identifier: MIT
// What comments of the source say of a matrix product, against what the launch does.
#include <algorithm>
#include <bit>

#include "tracing/analysis/check_memory.h"
#include "tracing/analysis/tiles/otherwise.h"
#include "tracing/analysis/unfit.h"

namespace gemmscope::analysis {
namespace {

using format::Recording;

/// The first store to C, which stands for what is said of the whole product.
std::optional<Access> first_store(const Recording& r, std::uint16_t tensor) {
  for (std::uint32_t block = 0; block < std::min<std::size_t>(r.blocks.size(), 64); ++block)
    for (const format::Segment& segment : r.patterns[r.blocks[block].pattern].segments) {
      const format::Template& coded = r.templates[segment.template_id];
      for (std::size_t row = 0; row < coded.rows.size(); ++row) {
        const format::Site& site = r.sites[coded.rows[row].site];
        if (site.tensor == tensor && site.op != format::Op::kLoad)
          return access_of(block, segment, row, static_cast<std::size_t>(std::countr_zero(coded.rows[row].mask)),
                           coded.rows[row].site);
      }
    }
  return std::nullopt;
}

/// "k from 16 to 19"
std::string k_in_words(const format::Range& ks) {
  return ks.size() == 1 ? "k = " + std::to_string(ks.begin)
                        : "k from " + std::to_string(ks.begin) + " to " + std::to_string(ks.end - 1);
}

class ProductCheck {
 public:
  ProductCheck(const Recording& recording, Findings& findings) : r_(recording), findings_(findings) {}

  /// Where no product is found. False: why is not known, or a tile that is not as said may be the reason.
  bool unfit(const SaidRoles& said) {
    if (!findings_.all([](const FindingKey& key) { return key.fault == Fault::kNotAsSaid; }).empty()) return false;
    const Recorded part = recorded_part(r_);
    const auto unfit = part.all_blocks && part.all_warps ? unfit_product(r_) : std::nullopt;
    if (!unfit) return false;
    const Product& product = unfit->product;
    report(said, product.C.tensor,
           "lanes do not load what they need of " + name_of((unfit->of_A ? product.A : product.B).tensor) +
               " for the elements of " + name_of(product.C.tensor) + " that they store");
    return true;
  }

  void roles(const SaidRoles& said, const Tiles& tiles) {
    const Product& product = tiles.product;
    if (const std::string found = otherwise(r_, product, said); !found.empty()) report(said, product.C.tensor, found);
    if (tiles.left_out.size() != 0)
      report(said, product.C.tensor,
             k_in_words(tiles.left_out) + " of " + name_of(product.A.tensor) + " and " + name_of(product.B.tensor) +
                 " is never loaded");
    if (!tiles.stepped_over.empty())
      report(said, product.C.tensor,
             k_in_words(tiles.stepped_over.front()) + (tiles.stepped_over.size() == 1 ? "" : " and others") + " of " +
                 name_of(product.A.tensor) + " and " + name_of(product.B.tensor) + " is never loaded");
  }

  void shape(const SaidShape& said, const Tiles& tiles) {
    const Product& product = tiles.product;
    if (said.of == SaidShape::Of::kKTile) {
      const bool turns = std::ranges::any_of(tiles.shared, [](const SharedTile& each) { return each.buffers > 1; });
      const std::uint32_t k = tiles.k_tile;
      if (k == 0 || k == said.rows || (k < said.rows && product.K <= said.rows) || (turns && k % said.rows == 0))
        return;
      return report(said, product.C.tensor, "threads load " + std::to_string(k) + " k's of each tile");
    }
    const TileShape& found = said.of == SaidShape::Of::kBlock  ? tiles.block
                             : said.of == SaidShape::Of::kWarp ? tiles.warp
                                                               : tiles.lane;
    if (!found.known() || found.alike != found.looked_at) return;
    if (product.by != Product::By::kLane && said.of != SaidShape::Of::kBlock) return;
    const bool either = product.C.transposed;  // rows of the product are columns in memory
    const auto is_as = [&](std::uint32_t rows, std::uint32_t columns) {
      return fits(found.rows, rows, product.M) && fits(found.columns, columns, product.N);
    };
    if (is_as(said.rows, said.columns) || (either && is_as(said.columns, said.rows))) return;
    const Runs& rows = either ? found.columns : found.rows;
    const Runs& columns = either ? found.rows : found.columns;
    report(said, product.C.tensor,
           "the tile that was found has " + std::to_string(rows.numbers()) + " x " + std::to_string(columns.numbers()) +
               " elements");
  }

 private:
  /// One of several runs may be meant, as where a warp computes its tile in steps. Edges cut tiles.
  static bool fits(const Runs& found, std::uint32_t said, std::uint32_t whole) {
    return said == found.numbers() || said == found.length || (found.numbers() < said && whole < said);
  }

  const std::string& name_of(std::uint16_t tensor) const { return r_.tensors[tensor].name; }

  void report(const SaidIn& said, std::uint16_t C, const std::string& found) {
    const auto at = first_store(r_, C);
    if (!at) return;
    findings_.add({.fault = Fault::kNotAsSaid, .other_site = next_++, .tensor = C}, 1, [&] {
      const auto [segment, row] = format::locate(r_, at->block, at->warp, at->request);
      const format::Pattern& pattern = r_.patterns[r_.blocks[at->block].pattern];
      const format::Request request = format::decode(r_, at->block, pattern.segments[segment], row);
      Finding finding = finding_at(r_, *at, {}, request.address[at->lane]);
      finding.said = NotAsSaid{said, found};
      return finding;
    });
  }

  const Recording& r_;
  Findings& findings_;
  std::uint16_t next_ = 0;
};

}  // namespace

std::string_view check_said_product(const Recording& recording, const Said& said, const std::optional<Tiles>& tiles,
                                    Findings& findings) {
  ProductCheck product(recording, findings);
  if (!tiles || tiles->product.by == Product::By::kSaid) {
    const bool is_compared = said.roles && product.unfit(*said.roles);
    return (said.roles && !is_compared) || !said.shapes.empty()
               ? "what comments say of the product was not checked, because no product was found"
               : "";
  }
  if (said.roles) product.roles(*said.roles, *tiles);
  for (const SaidShape& shape : said.shapes) product.shape(shape, *tiles);
  return "";
}

}  // namespace gemmscope::analysis
