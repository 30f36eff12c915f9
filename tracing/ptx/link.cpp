// SPDX-License-Identifier: MIT
#include "tracing/ptx/link.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <set>
#include <string_view>
#include <tuple>

#include "tracing/ptx/read.h"

namespace gemmscope::ptx {
namespace {

bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '%'; }

/// The text with other words. `other` is given each with the directive or word in front of it, and says which to write.
template <class Other>
std::string reworded(std::string_view text, Other other) {
  std::string made;
  made.reserve(text.size() + text.size() / 16);
  std::string_view before;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    if (text[at] == '"') {
      at = std::min(text.find('"', at + 1), text.size() - 1) + 1;
    } else if (text.substr(at, 2) == "//") {
      at = std::min(text.find('\n', at), text.size());
    } else if (text.substr(at, 2) == "/*") {
      at = std::min(text.find("*/", at + 2), text.size() - 2) + 2;
    } else if (is_of_word(text[at]) || text[at] == '.') {
      ++at;
      while (at < text.size() && is_of_word(text[at])) ++at;
      const std::string_view word = text.substr(begin, at - begin);
      made += other(before, word);
      before = word;
      continue;
    } else {
      ++at;
    }
    made += text.substr(begin, at - begin);
  }
  return made;
}

/// Names that only its own module sees.
std::set<std::string> internal_names(const Module& module) {
  std::set<std::string> names;
  for (const Variable& v : module.variables)
    if (v.linkage == Linkage::kInternal) names.emplace(v.name);
  for (const Function& f : module.functions)
    if (f.linkage == Linkage::kInternal) names.emplace(f.name);
  return names;
}

std::set<std::string> all_names(const Module& module) {
  std::set<std::string> names;
  for (const Variable& v : module.variables) names.emplace(v.name);
  for (const Function& f : module.functions) names.emplace(f.name);
  return names;
}

/// Files of all modules, each path once.
class Files {
 public:
  std::uint32_t number_of(std::string_view path) {
    return numbers_.try_emplace(std::string(path), static_cast<std::uint32_t>(numbers_.size() + 1)).first->second;
  }
  [[nodiscard]] std::string text() const {
    std::string made;
    for (const auto& [path, number] : numbers_) made += "\t.file\t" + std::to_string(number) + " \"" + path + "\"\n";
    return made;
  }

 private:
  std::map<std::string, std::uint32_t> numbers_;
};

/// Changes names and numbers so that they mean the same beside those of other modules.
std::string apart(const Module& module, const std::set<std::string>& taken, std::size_t number, Files& files) {
  std::set<std::string> mine = internal_names(module);
  std::erase_if(mine, [&](const std::string& name) { return !taken.contains(name); });
  const std::string suffix = "$m" + std::to_string(number);  // nvcc itself has $str$1
  return reworded(module.text(), [&](std::string_view before, std::string_view word) {
    if (before == ".loc" || before == "inlined_at" || before == ".file") {
      std::uint32_t of = 0;
      const bool is_number =
          std::from_chars(word.data(), word.data() + word.size(), of).ptr == word.data() + word.size();
      const File* const file = is_number ? module.find_file(of) : nullptr;
      return file == nullptr ? std::string(word) : std::to_string(files.number_of(file->name));
    }
    const bool changes = word.starts_with("$L__info_string") || mine.contains(std::string(word));
    return std::string(word) + (changes ? suffix : "");
  });
}

/// What stands in the module's section of that name; nothing without one. In front of it, and within, are no braces.
std::string_view section_of(std::string_view text, std::string_view name) {
  const std::size_t at = text.find(name), begin = text.find('{', at), end = text.find('}', begin);
  return at == std::string_view::npos || end == std::string_view::npos ? "" : text.substr(begin + 1, end - begin - 1);
}

/// The text of all modules that a kernel can reach, what several have once.
class Linked {
 public:
  explicit Linked(const std::vector<Module>& modules) : modules_(modules) {
    for (const bool defined : {true, false})
      for (const Module& module : modules) {
        for (const Variable& v : module.variables)
          if ((v.linkage != Linkage::kExtern) == defined) variables_.try_emplace(v.name, &module, &v);
        for (const Function& f : module.functions)
          if (f.is_defined == defined) functions_.try_emplace(f.name, &module, &f);
      }
    for (const auto& [name, of] : functions_)
      if (of.second->is_entry) reach(name);
    for (const auto& [name, of] : variables_)  // programs name them
      for (const Reference& reference : of.second->references)
        if (reference.of == Of::kFunction) reach(reference.name);
    for (std::size_t i = 0; i < reached_.size(); ++i) follow(reached_[i]);
  }

  [[nodiscard]] std::string text(const Files& files) const {
    const Module& newest = *std::ranges::max_element(
        modules_, {}, [](const Module& each) { return std::tuple(each.version_major, each.version_minor); });
    std::string declared, variables, defined, strings;
    std::set<std::string_view> begun;
    for (const auto& [name, of] : variables_) write(name, begun, variables);
    for (const std::string_view name : reached_) {
      const auto& [module, f] = functions_.at(name);
      const std::string_view text = module->text(f->span);
      if (!f->is_defined) declared += std::string(text) + "\n";
      if (f->is_defined && !f->is_entry)
        declared += std::string(text.substr(0, f->body.begin - 1 - f->span.begin)) + ";\n";
      if (f->is_defined) defined += std::string(text) + "\n";
      if (f->alias_of != kNoIndex)
        defined += ".alias " + std::string(name) + ", " + std::string(module->functions[f->alias_of].name) + ";\n";
    }
    for (const Module& each : modules_) strings += section_of(each.text(), ".debug_str");
    if (!strings.empty()) strings = "\t.section\t.debug_str\n{" + strings + "}\n";
    return ".version " + std::to_string(newest.version_major) + "." + std::to_string(newest.version_minor) +
           "\n.target " + std::string(newest.target) + "\n.address_size " + std::to_string(newest.address_size) +
           "\n\n" + declared + variables + defined + files.text() + strings;
  }

 private:
  /// Behind those whose addresses it holds.
  void write(std::string_view name, std::set<std::string_view>& begun, std::string& to) const {
    if (!begun.insert(name).second) return;
    std::vector<std::pair<std::string_view, std::size_t>> open{{name, 0}};  // with how many references were followed
    while (!open.empty()) {
      const auto& [module, variable] = variables_.at(open.back().first);
      if (open.back().second == variable->references.size()) {
        to += std::string(module->text(variable->span)) + ";\n";
        open.pop_back();
        continue;
      }
      const Reference& reference = variable->references[open.back().second++];
      if (reference.of == Of::kModuleVariable && begun.insert(reference.name).second)
        open.emplace_back(reference.name, 0);
    }
  }
  void reach(std::string_view name) {
    if (seen_.insert(name).second) reached_.push_back(name);
  }
  void follow(std::string_view name) {
    const auto& [module, f] = functions_.at(name);
    if (f->alias_of != kNoIndex) reach(module->functions[f->alias_of].name);
    for (const Operand& operand : f->operands)
      if (operand.of == Of::kFunction) reach(module->functions[operand.index].name);
    for (const Prototype& prototype : f->prototypes)
      for (const std::uint32_t target : prototype.targets) reach(module->functions[target].name);
  }

  const std::vector<Module>& modules_;
  std::map<std::string_view, std::pair<const Module*, const Variable*>> variables_;
  std::map<std::string_view, std::pair<const Module*, const Function*>> functions_;
  std::set<std::string_view> seen_;
  std::vector<std::string_view> reached_;  ///< in the order in which they are reached
};

}  // namespace

Result<std::string> link(std::vector<std::string> texts) {
  std::vector<Module> modules;
  std::map<std::string, int> users;
  for (std::string& text : texts) {
    auto module = read(std::move(text));
    if (!module) return tl::unexpected(module.error());
    for (const std::string& name : all_names(*module)) ++users[name];
    modules.push_back(std::move(*module));
  }
  std::set<std::string> taken;
  for (const auto& [name, count] : users)
    if (count > 1) taken.insert(name);
  Files files;
  for (std::size_t i = 0; i < modules.size(); ++i) {
    auto changed = read(apart(modules[i], taken, i, files));
    if (!changed) return tl::unexpected(changed.error());
    modules[i] = std::move(*changed);
  }
  return Linked(modules).text(files);
}

}  // namespace gemmscope::ptx
