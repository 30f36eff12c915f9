// SPDX-License-Identifier: MIT
#include "app/cli/said.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace gemmscope::cli {
namespace {

using session::Message;

constexpr std::size_t kMost = 50;  ///< messages; the first ones are mended first

/// Takes a number, and what ends it, from the front of `text`.
std::optional<std::uint32_t> take_number(std::string_view& text, char end) {
  std::uint32_t number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || rest == text.data() + text.size() || *rest != end) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(rest - text.data()) + 1);
  return number;
}

std::string_view without_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" :"), text.size()));
  return text;
}

/// Where a line names one of a file, and a line of it: that, and what is said.
struct Named {
  std::size_t end = 0;  ///< of the file's name
  Message message;
};

std::optional<Named> names(std::string_view line, std::string_view file) {
  const std::size_t at = line.find(file);
  if (at == line.npos || at + file.size() >= line.size()) return std::nullopt;
  if (at != 0 && line[at - 1] != '/' && line[at - 1] != ' ') return std::nullopt;
  std::string_view rest = line.substr(at + file.size() + 1);
  const char opens = line[at + file.size()];
  if (opens != '(' && opens != ':') return std::nullopt;
  const auto number = take_number(rest, opens == '(' ? ')' : ':');
  if (!number) return std::nullopt;
  if (opens == ':') static_cast<void>(take_number(rest, ':'));  // the column
  return Named{at + file.size(), {*number, std::string(without_blanks(rest))}};
}

/// How many of their last letters are the same.
std::size_t alike(std::string_view a, std::string_view b) {
  const auto [end, ignored] = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend());
  return static_cast<std::size_t>(end - a.rbegin());
}

/// The line's message about the file that it names first.
std::optional<Message> of_files(std::string_view line, const std::vector<std::string>& files) {
  std::optional<Named> best;
  const auto likeness = [&](const Named& named, std::size_t file) {
    return std::pair(line.size() - named.end, alike(line.substr(0, named.end), files[file]));
  };
  for (std::size_t file = 0; file < files.size(); ++file) {
    auto named = names(line, std::string_view(files[file]).substr(files[file].rfind('/') + 1));
    if (!named || (best && likeness(*named, file) <= likeness(*best, best->message.file))) continue;
    named->message.file = file;
    best = std::move(named);
  }
  return best ? std::optional(std::move(best->message)) : std::nullopt;
}

bool begins_with_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return text.starts_with(word); });
}

bool is_error(std::string_view line) {
  return !line.starts_with("collect2") &&  // says that the linker has said something
         (line.find("error: ") != line.npos || line.find("undefined reference") != line.npos);
}

/// Calls `each` with every line.
template <class Each>
void for_lines(std::string_view text, Each each) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    each(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace

std::vector<Message> messages_in(std::string_view said, const std::vector<std::string>& files) {
  std::vector<Message> messages;
  for_lines(said, [&](std::string_view line) {
    std::optional<Message> message = of_files(line, files);
    if (message && (message->text.empty() || begins_with_any(message->text, {"warning", "note", "remark"}))) return;
    if (!message && is_error(line)) message = Message{0, std::string(without_blanks(line))};
    if (message && messages.size() < kMost && std::ranges::count(messages, *message) == 0)
      messages.push_back(std::move(*message));
  });
  return messages;
}

std::string last_line(std::string_view said) {
  std::string last;
  for_lines(said, [&](std::string_view line) {
    if (line.find_first_not_of(" \t\r") != line.npos) last = line;
  });
  return last;
}

std::string reason_in(std::string_view said) {
  constexpr std::string_view kOurs = "gemmscope: ";
  std::string last;
  for_lines(said, [&](std::string_view line) {
    if (line.starts_with(kOurs)) last = line.substr(kOurs.size());
  });
  return last;
}

}  // namespace gemmscope::cli
