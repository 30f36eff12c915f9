// SPDX-License-Identifier: MIT
#include "app/shell/find.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <set>
#include <sstream>
#include <utility>

#include "app/session/findings.h"
#include "app/session/followed.h"
#include "app/session/following.h"
#include "app/session/ladder.h"
#include "app/session/own_numbers.h"
#include "app/session/own_product.h"
#include "app/session/selecting.h"
#include "app/session/shipped.h"
#include "app/session/stepping.h"
#include "app/session/visit.h"
#include "app/shell/commands.h"
#include "app/views/view.h"
#include "app/words/docs.h"
#include "app/words/finding_words.h"
#include "app/words/number.h"
#include "tracing/format/block_name.h"

namespace gemmscope::shell {
namespace {

using session::Session;
using All = std::vector<Found>;

bool same_letter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

bool same(std::string_view a, std::string_view b) { return std::ranges::equal(a, b, same_letter); }

bool contains(std::string_view text, std::string_view part) {
  return std::search(text.begin(), text.end(), part.begin(), part.end(), same_letter) != text.end();
}

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

/// Whole numbers of a text, with anything else between them.
std::vector<std::uint32_t> numbers_of(std::string_view text) {
  std::vector<std::uint32_t> numbers;
  while (!text.empty()) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc{}) numbers.push_back(number);
    text.remove_prefix(end == text.data() ? 1 : static_cast<std::size_t>(end - text.data()));
  }
  return numbers;
}

void add_commands(All& all) {
  for (const Command& command : all_commands())
    all.push_back({"", command.title, command.keys, [&command](Session& s) { command.run(s, command.argument); }});
}

void add_kernels(All& all) {
  const auto add = [&](const char* kind, const session::Step& step) {
    all.push_back(
        {kind, step.name, step.summary, [file = step.file.string()](Session& s) { s.desk.panels.to_open = file; }});
  };
  for (const session::Step& step : session::ladder_steps()) add("kernel", step);
  for (const session::Step& step : session::broken_steps()) add("broken kernel", step);
}

void add_recordings(All& all) {
  for (const session::ShippedRecording& r : session::shipped_recordings())
    all.push_back({"recording", r.kernel + ", " + r.recorder, r.size + ", recorded on " + r.date,
                   [&r](Session& s) { session::open_shipped(s, r); }});
}

void add_own_presets(All& all, const Session& session) {
  for (const session::OwnPreset& preset : session.own.presets)
    all.push_back({"preset", preset.name, format::text_of(preset.numbers),
                   [name = preset.name](Session& s) { session::set_own_preset(s, name); }});
}

void add_size(All& all, std::uint32_t M, std::uint32_t N, std::uint32_t K) {
  const std::string title = words::size_in_words(M, N, K);
  all.push_back({"size", title, std::to_string(M) + "x" + std::to_string(N) + "x" + std::to_string(K), [=](Session& s) {
                   session::OwnProduct product = session::own_product(s).value_or(session::OwnProduct{});
                   product.M = M, product.N = N, product.K = K;
                   session::set_own_product(s, product);
                 }});
}

/// Offers sizes of the product, which a step of the ladder takes as arguments.
void add_sizes(All& all, const Session& session, std::string_view search) {
  constexpr std::uint32_t kMost = 16384;
  if (!session::own_product(session)) return;
  for (const std::uint32_t n : {128u, 256u, 512u, 1000u, 1024u, 2048u, 4096u}) add_size(all, n, n, n);
  const std::vector<std::uint32_t> typed = numbers_of(search);  // "size 70x66x10"
  if (typed.size() == 3 && *std::ranges::min_element(typed) > 0 && *std::ranges::max_element(typed) <= kMost &&
      !(typed[0] == typed[1] && typed[1] == typed[2] && (typed[0] == 1000 || (typed[0] & (typed[0] - 1)) == 0)))
    add_size(all, typed[0], typed[1], typed[2]);
}

/// The source lines that access memory, of all files.
void add_lines(All& all, const Session& session) {
  const std::vector<session::SourceFile>& files = session.look.loaded->files;
  for (std::uint16_t file = 0; file < files.size(); ++file) {
    std::set<std::uint32_t> lines;
    for (const format::Site& site : session.look.recording()->sites) lines.insert(site.line_in(file));
    for (const session::SourceLine& line : files[file].whole)
      if (lines.contains(line.number))
        all.push_back(
            {"line", (file == 0 ? "" : files[file].name + ":") + std::to_string(line.number),
             line.text.substr(std::min(line.text.find_first_not_of(' '), line.text.size())),
             [place = format::Place{file, line.number}](Session& s) { session::select_place(s.look, place); }});
  }
}

void add_places(All& all, const Session& session, std::string_view search) {
  for (int lane = 0; lane < format::kLanes; ++lane)
    all.push_back({"lane", std::to_string(lane), "", [lane](Session& s) {
                     if (s.look.selected.anchor != session::Anchor::kLane || s.look.selected.lane != lane)
                       select_lane(s.look, lane);
                   }});
  const format::Recording& r = *session.look.recording();
  for (std::uint32_t warp = 0; warp < r.warps(); ++warp)
    all.push_back({"warp", std::to_string(warp), "", [warp](Session& s) { session::visit_warp(s, warp); }});
  const std::vector<std::uint32_t> typed = numbers_of(search);
  if (const auto name = format::block_of(typed))
    if (const auto place = place_of(*name, grid_of(r)))
      all.push_back({"block", block_name(r, place->y, place->x), text_of(*name),
                     [place = *place](Session& s) { session::visit_block(s, place.y, place.x); }});
  if (typed.size() == 1 && typed[0] < r.k_tiles)
    all.push_back(
        {"k-tile", std::to_string(typed[0]), "", [t = typed[0]](Session& s) { session::go_to_k_tile(s.look, t); }});
}

/// An element or cell that was typed as it is written in the kernel: A[3][5], As[5][3], x[7]. Programs' elements are
/// shown, but not followed: which cell holds them is not known.
void add_element(All& all, const Session& session, std::string_view search) {
  const format::Recording& r = *session.look.recording();
  const auto element = session::element_from(r, search);
  if (!element) return;
  const std::string name = session::text_of(r, *element);
  const bool cell = r.tensors[element->tensor].space == format::Space::kShared;
  all.push_back({cell ? "cell" : "element", name, "select", [element = *element, cell](Session& s) {
                   cell ? session::select_cell(s.look, element) : session::select_element(s.look, element);
                 }});
  if (const auto what = session::followed_from(r, search); what && r.tiles_known())
    all.push_back({cell ? "cell" : "element", name, "follow through its block", [what = *what](Session& s) {
                     session::follow_or_let_go(s.look, what);
                     session::go_to_first_use(s.look);
                   }});
}

void add_findings(All& all, const Session& session) {
  const auto& findings = session.look.loaded->check.findings;
  for (std::size_t i = 0; i < findings.size(); ++i)
    all.push_back({"finding", std::to_string(i), words::sentence(*session.look.recording(), findings[i]),
                   [i](Session& s) { session::open_finding(s, i); }});
}

void add_docs(All& all) {
  const auto add = [&](const char* kind, const words::DocText& doc, const std::string& note) {
    all.push_back({kind, doc.title, note, [title = doc.title](Session& s) { s.desk.panels.explain_due = title; }});
  };
  for (const words::DocText& word : words::glossary()) add("word", word, word.text);
  for (const words::DocText& page : words::doc_pages()) add("page", page, "");
}

/// A link, or what is wrong with it.
Found link(std::string_view text) {
  const auto parsed = views::parse_link(text);
  if (!parsed) return {"link", "cannot be followed", words::error_sentence(parsed.error().message), [](Session&) {}};
  return {"link", "Follow this link", std::string(text), [text = std::string(text)](Session& s) { visit(s, text); }};
}

}  // namespace

std::vector<Found> find(const Session& session, std::string_view search) {
  const std::vector<std::string> wanted = words_of(search);
  if (!wanted.empty() && std::ranges::all_of(wanted, [](const std::string& w) { return contains(w, "="); })) {
    All links{link(search)};
    if (links[0].title == "Follow this link" || search.find('/') != std::string_view::npos) return links;
  }
  All all;
  add_commands(all);
  if (wanted.empty()) return all;
  add_kernels(all);
  add_recordings(all);
  add_own_presets(all, session);
  add_sizes(all, session, search);
  if (session.look.current) {
    add_places(all, session, search);
    add_element(all, session, search);
    add_lines(all, session);
    add_findings(all, session);
  }
  add_docs(all);

  All called_so, by_title, by_note;
  for (Found& found : all) {
    const std::string name = found.kind + " " + found.title, whole = name + " " + found.note;
    const auto has = [&](const std::string& text) {
      return std::ranges::all_of(wanted, [&](const std::string& word) { return contains(text, word); });
    };
    if (same(found.title, search) || same(name, search))
      called_so.push_back(std::move(found));
    else if (has(name))
      by_title.push_back(std::move(found));
    else if (has(whole))
      by_note.push_back(std::move(found));
  }
  std::ranges::move(by_title, std::back_inserter(called_so));
  std::ranges::move(by_note, std::back_inserter(called_so));
  return called_so;
}

}  // namespace gemmscope::shell
