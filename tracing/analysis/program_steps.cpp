// SPDX-License-Identifier: MIT
#include "tracing/analysis/program_steps.h"

#include <algorithm>
#include <array>
#include <optional>

#include "tracing/analysis/warp_access.h"
#include "tracing/format/limits.h"
#include "tracing/ptx/derived.h"
#include "tracing/ptx/inlined_copies.h"
#include "tracing/ptx/read.h"
#include "tracing/ptx/value_uses.h"

namespace gemmscope::analysis {
namespace {

using format::Op;
using ptx::kNoIndex;

/// The number of each of the module's files among the recording's texts; nothing: it is not among them.
std::map<std::uint32_t, std::uint16_t> files_of(const ptx::Module& module, const format::Recording& r) {
  std::map<std::uint32_t, std::uint16_t> numbers;
  for (const ptx::File& file : module.files) {
    if (file.name == r.source.path) numbers.emplace(file.number, 0);
    for (std::uint16_t i = 0; i < r.included.size(); ++i)
      if (file.name == r.included[i].path) numbers.emplace(file.number, static_cast<std::uint16_t>(i + 1));
  }
  return numbers;
}

struct Does {
  bool loads = false, stores = false, updates = false;
  ptx::Space space = ptx::Space::kNone;
  int bytes = 0;  ///< 0: not known
  bool strong = false;
};

Does does_of(const ptx::Function& function, const ptx::Statement& statement) {
  Does does;
  const std::string_view base = statement.base;
  int lanes = 1, bytes = 0;
  for (const std::string_view word : function.modifiers_of(statement)) {
    if (const ptx::Space space = ptx::space_named(word); space != ptx::Space::kNone && does.space == ptx::Space::kNone)
      does.space = space;
    if (const ptx::Type type = ptx::type_named(word); type != ptx::Type::kNone) bytes = ptx::bytes_of(type);
    if (word == "v2") lanes = 2;
    if (word == "v4") lanes = 4;
    for (const std::string_view strong : {"volatile", "relaxed", "acquire", "release", "mmio"})
      does.strong = does.strong || word == strong;
  }
  if (base == "cp" && function.has(statement, "async")) return {true, true, false, ptx::Space::kNone, 0, false};
  if (base == "ld" || base == "ldu" || base == "st") does.bytes = bytes * lanes;
  const bool other = does.space == ptx::Space::kParam || does.space == ptx::Space::kLocal ||
                     does.space == ptx::Space::kConst || does.space == ptx::Space::kReg;
  if (other) return does;
  does.loads =
      base == "ld" || base == "ldu" || base == "ldmatrix" || (base == "wmma" && function.has(statement, "load"));
  does.stores = base == "st" || base == "stmatrix" || (base == "wmma" && function.has(statement, "store"));
  does.updates = base == "atom" || base == "red";
  return does;
}

bool is_of(const format::Recording& r, const format::Site& site, const Does& does) {
  const bool op = site.op == Op::kLoad ? does.loads : site.op == Op::kStore ? does.stores : does.updates;
  const bool shared = r.tensors[site.tensor].space == format::Space::kShared;
  return op && (does.space == ptx::Space::kNone || (does.space == ptx::Space::kShared) == shared);
}

/// Where a warp is in the program, and where each lane was last in the present pass of its loops.
class Walk {
 public:
  explicit Walk(const ptx::KernelGraph& graph) : graph_(graph) {}

  void begin_at(std::uint32_t step) {
    go_to(step);
    reached_.fill(graph_.place(step));
  }
  /// Goes to the one of `steps` that comes next; kNoStatement: there is none. `when`: ProgramSteps::when().
  std::uint32_t next(const std::vector<std::uint32_t>& steps, std::uint32_t lanes, std::vector<std::uint32_t>& when) {
    when.clear();
    std::uint32_t after = kNone;
    for (std::uint32_t l = 0; l < kLanes; ++l)
      if ((lanes >> l & 1u) != 0 && reached_[l] != kNone)
        after = after == kNone ? reached_[l] : std::max(after, reached_[l]);
    std::uint32_t best = kNoIndex, lowest = kNoIndex;
    for (const std::uint32_t step : steps) {
      const std::uint32_t place = graph_.place(step);
      if (place == kNoIndex) continue;
      if (lowest == kNoIndex || place < graph_.place(lowest)) lowest = step;
      if ((after == kNone || place > after) && (best == kNoIndex || place < graph_.place(best))) best = step;
    }
    if (best == kNoIndex && lowest == kNoIndex) return kNoStatement;
    const bool again = best == kNoIndex;
    const std::uint32_t step = again ? first_of_next_pass(steps, lowest) : best;
    go_to(step);
    if (again && common_ > 0) {
      ++loops_[common_ - 1].pass;
      loops_.resize(common_);
      enter(step);
      reached_.fill(kNone);
    }
    for (std::uint32_t l = 0; l < kLanes; ++l)
      if ((lanes >> l & 1u) != 0) reached_[l] = graph_.place(step);
    for (const Loop& loop : loops_) {
      when.push_back(graph_.place(graph_.blocks()[graph_.header(loop.number)].begin));
      when.push_back(loop.pass);
    }
    when.push_back(graph_.place(step));
    return step;
  }

 private:
  static constexpr std::uint32_t kNone = kNoIndex;
  struct Loop {
    std::uint32_t number = 0, pass = 0;
  };
  /// The first of those in the innermost loop that the warp is in; `otherwise` if there is none.
  std::uint32_t first_of_next_pass(const std::vector<std::uint32_t>& steps, std::uint32_t otherwise) const {
    for (auto loop = loops_.rbegin(); loop != loops_.rend(); ++loop) {
      std::uint32_t first = kNoIndex;
      for (const std::uint32_t step : steps)
        if (graph_.has(loop->number, graph_.block_of(step)) &&
            (first == kNoIndex || graph_.place(step) < graph_.place(first)))
          first = step;
      if (first != kNoIndex) return first;
    }
    return otherwise;
  }
  /// Goes out of the loops that do not have the step, and into those that do.
  void go_to(std::uint32_t step) {
    const std::uint32_t block = graph_.block_of(step);
    common_ = 0;
    while (common_ < loops_.size() && graph_.has(loops_[common_].number, block)) ++common_;
    loops_.resize(common_);
    enter(step);
  }
  void enter(std::uint32_t step) {
    const auto& all = graph_.loops_of(graph_.block_of(step));
    for (const std::uint32_t number : all)
      if (std::ranges::find(loops_, number, &Loop::number) == loops_.end()) loops_.push_back({number, 0});
  }

  const ptx::KernelGraph& graph_;
  std::vector<Loop> loops_;  ///< the outermost first
  std::size_t common_ = 0;   ///< how many of these loops also have the step before
  std::array<std::uint32_t, kLanes> reached_ = [] {
    std::array<std::uint32_t, kLanes> none{};
    none.fill(kNone);
    return none;
  }();
};

}  // namespace

std::shared_ptr<const ProgramSteps> ProgramSteps::of(const format::Recording& r) {
  if (r.code.ptx.empty()) return nullptr;
  auto module = ptx::read(r.code.ptx);
  if (!module) return nullptr;
  std::shared_ptr<ProgramSteps> all(new ProgramSteps);
  all->recording_ = &r;
  all->module_ = std::make_unique<const ptx::Module>(std::move(*module));
  const ptx::Function* const kernel = all->module_->find_function(r.code.entry);
  if (kernel == nullptr) return nullptr;
  auto graph = ptx::KernelGraph::of(*all->module_, *kernel);
  if (!graph || graph->steps().empty()) return nullptr;
  all->graph_ = std::make_unique<const ptx::KernelGraph>(std::move(*graph));
  all->find_lines(r);
  all->find_sites(r);
  all->find_grid_barriers();
  return all;
}

/// As tracing/runtime/source.h says for statements.
void ProgramSteps::find_lines(const format::Recording& r) {
  const auto files = files_of(*module_, r);
  const auto& locations = module_->locations;
  const auto is_own = [&](std::uint32_t at) {
    const auto file = files.find(locations[at].file);
    return file != files.end() && file->second == 0;
  };
  /// As Site::called has them; only one if the statement is in the kernel's own file.
  const auto places_in = [&](const std::vector<std::uint32_t>& chain) {
    std::vector<format::Place> calls;
    for (const std::uint32_t at : chain) {
      const auto file = files.find(locations[at].file);
      if (file == files.end() || locations[at].line == 0)
        calls.clear();
      else
        calls.push_back({file->second, locations[at].line});
    }
    const bool has_own = std::ranges::find(calls, 0, &format::Place::file) != calls.end();
    if (calls.size() > format::kMaxCalls || !has_own) calls.clear();
    return calls;
  };
  std::map<const ptx::Function*, std::vector<std::vector<std::uint32_t>>> told_apart;
  lines_.resize(graph_->steps().size()), called_.resize(lines_.size()), places_.resize(lines_.size());
  std::map<const ptx::Function*, std::uint32_t> first_calls;
  std::uint32_t frame = kNoIndex;
  std::vector<std::uint32_t> last(graph_->frames().size(), 1);
  for (std::uint32_t step = 0; step < lines_.size(); ++step) {
    frame = graph_->steps()[step].frame;
    const ptx::Frame& its = graph_->frames()[frame];
    if (graph_->steps()[step].statement == 0 && its.caller != kNoIndex)
      last[frame] = first_calls.try_emplace(its.function, lines_[its.call]).first->second;
    const std::uint32_t begin = graph_->statement(step).location;
    std::vector<std::uint32_t> chain;
    for (std::uint32_t at = begin; at != kNoIndex; at = locations[at].caller) chain.push_back(at);
    std::vector<format::Place> calls = places_in(chain);
    std::uint32_t at = begin;
    while (at != kNoIndex && !is_own(at)) at = locations[at].caller;
    const bool has_line = at != kNoIndex && locations[at].line != 0;
    if (!has_line) calls.clear();
    if (has_line) last[frame] = locations[at].line;
    lines_[step] = last[frame], called_[step] = calls.size() < 2 ? std::vector<format::Place>() : calls;
    const auto [copies, is_new] = told_apart.try_emplace(its.function);
    if (is_new) copies->second = ptx::places_of(*module_, *its.function);
    calls = places_in(copies->second[graph_->steps()[step].statement]);
    places_[step] = has_line && !calls.empty() ? std::move(calls) : std::vector<format::Place>{{0, lines_[step]}};
  }
}

void ProgramSteps::find_sites(const format::Recording& r) {
  std::map<std::uint32_t, std::vector<std::pair<std::uint32_t, Does>>> by_line;
  for (std::uint32_t step = 0; step < lines_.size(); ++step) {
    const Does does = does_of(graph_->function(step), graph_->statement(step));
    if (does.loads || does.stores || does.updates) by_line[lines_[step]].emplace_back(step, does);
  }
  of_site_.resize(r.sites.size());
  for (std::size_t s = 0; s < r.sites.size(); ++s) {
    const format::Site& site = r.sites[s];
    auto fit = by_line[site.line];
    std::erase_if(fit, [&](const auto& step) { return !is_of(r, site, step.second); });
    // What distinguishes sites of one line, as long as something is left.
    const auto narrow = [&](const auto& fits) {
      auto some = fit;
      std::erase_if(some, [&](const auto& step) { return !fits(step); });
      if (!some.empty()) fit = std::move(some);
    };
    narrow([&](const auto& step) { return called_[step.first] == site.called; });
    narrow([&](const auto& step) { return step.second.bytes == 0 || step.second.bytes == site.width; });
    narrow([&](const auto& step) { return step.second.strong == (site.atomic == format::Atomic::kStrong); });
    for (const auto& step : fit) of_site_[s].push_back(step.first);
  }
}

/// Where a block counts itself in memory that the driver gave the launch for this: %envreg1 and 2 have its address.
void ProgramSteps::find_grid_barriers() {
  std::vector<std::uint32_t> workspace;
  for (std::uint32_t step = 0; step < lines_.size(); ++step)
    for (const ptx::Operand& operand : graph_->function(step).operands_of(graph_->statement(step)))
      if (operand.kind == ptx::OperandKind::kSpecial && operand.special() == ptx::Special::kEnvreg)
        workspace.push_back(step);
  if (workspace.empty()) return;
  const ptx::Derived derived(*graph_, workspace, false);
  for (std::uint32_t step = 0; step < lines_.size(); ++step)
    if (graph_->statement(step).base == "atom" && derived.is_address_of(step)) grid_barriers_.insert(lines_[step]);
}

bool ProgramSteps::adds(std::uint16_t site) const {
  return recording_->sites[site].op == format::Op::kAtomic && std::ranges::any_of(steps_of(site), [&](std::uint32_t s) {
           return graph_->function(s).has(graph_->statement(s), "add");
         });
}

bool ProgramSteps::is_change(std::uint32_t store) const {
  if (store == kNoStatement) return false;
  const auto [known, is_new] = is_change_.try_emplace(store, false);
  for (std::size_t s = 0; is_new && s < of_site_.size() && !known->second; ++s)
    if (recording_->sites[s].op == Op::kLoad)
      known->second = std::ranges::any_of(of_site_[s], [&](std::uint32_t load) { return changes(load, store); });
  return known->second;
}

bool ProgramSteps::changes(std::uint32_t load, std::uint32_t store) const {
  if (!ptx::have_one_address(*graph_, load, store) || graph_->way(load, store) != ptx::Way::kOnward) return false;
  const auto [known, is_new] = changes_.try_emplace({load, store}, false);
  if (is_new) {
    const ptx::Derived derived(*graph_, std::span(&load, 1), false);
    known->second = derived.is_stored_by(store) || derived.decides(store);
  }
  return known->second;
}

bool ProgramSteps::loses(std::uint32_t load, std::uint32_t store) const {
  if (is_store(store)) return changes(load, store);
  if (graph_->statement(store).base != "atom" || !changes(load, store)) return false;
  const auto [known, is_new] = loses_.try_emplace({load, store}, false);
  if (is_new) known->second = ptx::is_blind_exchange(*graph_, load, store);
  return known->second;
}

std::uint16_t ProgramSteps::site_of_change(std::uint32_t load) const {
  if (load == kNoStatement) return 0xffff;
  const auto [known, is_new] = site_of_change_.try_emplace(load, std::uint16_t{0xffff});
  for (std::uint16_t s = 0; is_new && s < of_site_.size() && known->second == 0xffff; ++s)
    if (recording_->sites[s].op == Op::kStore &&
        std::ranges::any_of(of_site_[s], [&](std::uint32_t store) { return changes(load, store); }))
      known->second = s;
  return known->second;
}

bool ProgramSteps::is_first_look(std::uint32_t load) const {
  if (load == kNoStatement) return false;
  const auto [known, is_new] = is_first_look_.try_emplace(load, false);
  for (std::uint16_t s = 0; is_new && s < of_site_.size() && !known->second; ++s)
    if (recording_->sites[s].op == Op::kAtomic)
      known->second = std::ranges::any_of(of_site_[s], [&](std::uint32_t atomic) {
        return changes(load, atomic) && ptx::tells_of_others(*graph_, atomic);
      });
  return known->second;
}

bool ProgramSteps::leads_past_barriers(std::uint32_t from, std::uint32_t to) const {
  const auto [known, is_new] = leads_.try_emplace({from, to}, false);
  if (is_new)
    known->second = ptx::leads_past_barriers(*graph_, from, to) && !ptx::leads_past_barriers(*graph_, to, from);
  return known->second;
}

/// Rule    Steps that only they make have the load's line, of the same call, or they go on with the stored value.
bool ProgramSteps::is_read_later(std::uint32_t store, std::uint32_t load) const {
  const auto [known, is_new] = is_read_later_.try_emplace({store, load}, false);
  if (!is_new) return known->second;
  std::vector<format::Place> a = places(store), b = places(load);
  while (a.size() > 1 && b.size() > 1 && a.back() == b.back()) a.pop_back(), b.pop_back();
  const auto outer = static_cast<std::ptrdiff_t>(places(load).size() - b.size()) + 1;  // this many have to be the same
  const auto is_of_load = [&](std::uint32_t step) {
    return std::ssize(places(step)) >= outer && step != load &&
           std::equal(places(load).end() - outer, places(load).end(), places(step).end() - outer);
  };
  for (std::uint32_t step = 0; step < lines_.size() && !known->second; ++step)
    known->second = graph_->place(step) != kNoIndex && a.back() != b.back() && is_of_load(step) &&
                    graph_->way(store, step) == ptx::Way::kOnward && graph_->way(load, step) == ptx::Way::kNone;
  known->second = known->second || ptx::is_kept_for(*graph_, store, load);
  return known->second;
}

ProgramSteps::Lines ProgramSteps::lines_in_one_function(std::uint32_t one, std::uint32_t other) const {
  std::vector<format::Place> a = places(one), b = places(other);
  while (a.size() > 1 && b.size() > 1 && a.back() == b.back()) a.pop_back(), b.pop_back();
  if (a.back().file != b.back().file) return {line(one), line(other), 0};
  return {a.back().line, b.back().line, a.back().file};
}

/// How many of the template's sites can be reached after that barrier.
std::size_t ProgramSteps::fitting(std::uint32_t template_id, std::uint32_t barrier) const {
  const auto [known, is_new] = fitting_.try_emplace({template_id, barrier}, 0);
  if (!is_new) return known->second;
  std::set<std::uint16_t> sites;
  for (const format::Row& row : recording_->templates[template_id].rows) sites.insert(row.site);
  const auto& behind = graph_->blocks_behind(barrier);
  for (const std::uint16_t site : sites)
    known->second += std::ranges::any_of(of_site_[site], [&](std::uint32_t s) { return behind[graph_->block_of(s)]; });
  return known->second;
}

std::vector<std::uint32_t> ProgramSteps::barriers_before(const format::Pattern& pattern) const {
  const std::size_t count = pattern.barrier_lines.size();
  std::vector<std::vector<std::uint32_t>> may_be(count);
  std::map<std::uint32_t, std::vector<std::uint32_t>> of_line;
  for (std::uint32_t step = 0; step < lines_.size(); ++step)
    if (graph_->is_barrier(step) && graph_->place(step) != kNoIndex) of_line[lines_[step]].push_back(step);
  const auto leads = [&](std::uint32_t from, std::uint32_t to) {
    return graph_->blocks_behind(from)[graph_->block_of(to)];
  };
  if (count > 0) may_be[0] = {kNoStatement};
  for (std::size_t i = 1; i < count; ++i)
    for (const std::uint32_t barrier : of_line[pattern.barrier_lines[i - 1]])
      if (std::ranges::any_of(may_be[i - 1], [&](std::uint32_t b) { return leads(b, barrier); }))
        may_be[i].push_back(barrier);
  for (std::size_t i = count; i-- > 1;)  // those from which a way leads on
    std::erase_if(may_be[i - 1], [&](std::uint32_t barrier) {
      return !may_be[i].empty() && std::ranges::none_of(may_be[i], [&](std::uint32_t b) { return leads(barrier, b); });
    });
  std::vector<std::vector<std::uint32_t>> templates(count);
  for (const format::Segment& segment : pattern.segments) templates[segment.interval].push_back(segment.template_id);
  std::vector<std::uint32_t> found(count, kNoStatement);
  for (std::size_t i = 1; i < count; ++i) {
    std::size_t most = 0;
    for (const std::uint32_t barrier : may_be[i]) {
      std::size_t fit = 1;
      if (may_be[i].size() > 1)
        for (const std::uint32_t id : templates[i]) fit += fitting(id, barrier);
      if (fit > most) most = fit, found[i] = barrier;
    }
  }
  return found;
}

const std::vector<ProgramTime>& ProgramSteps::times(std::uint32_t template_id, std::uint32_t barrier) const {
  const auto [known, is_new] = times_.try_emplace({template_id, barrier});
  if (!is_new) return known->second;
  const format::Template& coded = recording_->templates[template_id];
  const auto& behind = graph_->blocks_behind(barrier);
  std::map<std::uint16_t, std::vector<std::uint32_t>> steps;  // of sites, those that are reached
  Walk walk(*graph_);
  std::vector<std::uint32_t> when;
  if (barrier != kNoStatement) walk.begin_at(barrier);
  for (const format::Row& row : coded.rows) {
    const auto [its, is_first] = steps.try_emplace(row.site);
    if (is_first) {
      std::ranges::copy_if(of_site_[row.site], std::back_inserter(its->second),
                           [&](std::uint32_t step) { return behind[graph_->block_of(step)]; });
      if (its->second.empty()) its->second = of_site_[row.site];
    }
    const std::uint32_t step = walk.next(its->second, row.lanes(), when);
    const auto [number, is_new_when] = numbers_.try_emplace(when, static_cast<std::uint32_t>(whens_.size()));
    if (is_new_when) whens_.push_back(&number->first);
    known->second.push_back({step, number->second});
  }
  return known->second;
}

bool ProgramSteps::is_in_later_copy(std::uint32_t first, std::uint32_t second) const {
  const auto [known, is_new] = later_copies_.try_emplace({first, second}, false);
  if (!is_new) return known->second;
  const auto like = [&](std::uint32_t step, std::uint32_t other) {
    return graph_->statement(step).base == graph_->statement(other).base && places(step) == places(other);
  };
  std::uint32_t last_like_first = 0, first_like_second = kNoStatement;  // places in the code
  for (std::uint32_t step = 0; step < graph_->steps().size(); ++step) {
    const std::uint32_t place = graph_->place(step);
    if (place == ptx::kNoIndex || place <= graph_->place(first) || place >= graph_->place(second)) continue;
    if (like(step, first)) last_like_first = std::max(last_like_first, place);
    if (like(step, second)) first_like_second = std::min(first_like_second, place);
  }
  return known->second = first_like_second < last_like_first;
}

}  // namespace gemmscope::analysis
