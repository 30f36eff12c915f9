// SPDX-License-Identifier: MIT
// What stands outside functions, and read() itself.
#include <algorithm>
#include <charconv>

#include "tracing/ptx/parser.h"
#include "tracing/ptx/read.h"

namespace gemmscope::ptx {
namespace {

constexpr std::size_t kMostText = std::size_t{256} << 20;  ///< bytes

Linkage linkage_named(std::string_view word) {
  if (word == ".visible") return Linkage::kVisible;
  if (word == ".extern") return Linkage::kExtern;
  if (word == ".weak") return Linkage::kWeak;
  if (word == ".common") return Linkage::kCommon;
  return Linkage::kInternal;
}

}  // namespace

void Parser::read_module() {
  while (!lexer_.at_end()) {
    const std::uint32_t begin = lexer_.now().span.begin;
    Linkage linkage = Linkage::kInternal;
    Token word = lexer_.expect(TokenKind::kDirective, "a directive, as .version or .visible");
    while (linkage_named(word.text) != Linkage::kInternal) {
      linkage = linkage_named(word.text);
      word = lexer_.expect(TokenKind::kDirective, "what is .visible, .extern or .weak");
    }
    if (word.text == ".entry" || word.text == ".func")
      read_function(word.text == ".entry", linkage, begin);
    else
      read_directive(word, linkage, begin);
  }
  if (module_.version_major == 0) lexer_.complain_at(0, "this is no PTX: there is no .version");
  finish();
}

void Parser::read_directive(const Token& word, Linkage linkage, std::uint32_t begin) {
  if (word.text == ".version") {
    read_version();
  } else if (word.text == ".target") {
    read_target();
  } else if (word.text == ".address_size") {
    module_.address_size = lexer_.expect_count("32 or 64");
  } else if (word.text == ".file") {
    read_file();
  } else if (word.text == ".section") {
    read_section();
  } else if (word.text == ".alias") {
    read_alias();
  } else if (word.text == ".pragma") {
    lexer_.skip_to(';');
  } else if (const Space space = space_named(word.text.empty() ? word.text : word.text.substr(1));
             space > Space::kReg) {
    add_module_variable(read_variable(space, linkage, begin));
    lexer_.expect(';');
  } else {
    lexer_.complain_at(word.span.begin, quoted(word.text) + " is no directive of PTX that is known here");
  }
}

void Parser::read_version() {
  const Token version = lexer_.expect(TokenKind::kNumber, "a version, as 8.4");
  const char* const end = version.text.data() + version.text.size();
  const auto major = std::from_chars(version.text.data(), end, module_.version_major);
  const auto minor = major.ptr < end ? std::from_chars(major.ptr + 1, end, module_.version_minor) : major;
  if (minor.ptr != end || module_.version_major == 0)
    lexer_.complain_at(version.span.begin, quoted(version.text) + " is no version; it looks like 8.4");
}

void Parser::read_target() {
  module_.target = lexer_.expect(TokenKind::kWord, "an architecture, as sm_80").text;
  while (lexer_.accept(',')) module_.options.push_back(lexer_.expect(TokenKind::kWord, "an option of .target").text);
}

void Parser::read_file() {
  const std::uint32_t number = lexer_.expect_count("the number of a file");
  module_.files.push_back({number, lexer_.expect(TokenKind::kString, "the name of a file").text});
  while (lexer_.accept(',')) static_cast<void>(lexer_.expect(TokenKind::kNumber, "a time or size"));
}

void Parser::read_section() {
  const Token name = lexer_.expect(TokenKind::kDirective, "the name of a section");
  lexer_.expect('{');
  if (name.text == ".debug_str")
    locations_.read_strings(lexer_);
  else
    lexer_.skip_to('}');
}

void Parser::read_alias() {
  const auto function = [&] {
    const Token name = lexer_.expect(TokenKind::kWord, "the name of a function");
    const Symbol symbol = find_symbol(name.text);
    if (symbol.of != Of::kFunction) lexer_.complain_at(name.span.begin, quoted(name.text) + " is no function");
    return symbol.index;
  };
  const std::uint32_t alias = function();
  lexer_.expect(',');
  const std::uint32_t of = function();
  lexer_.expect(';');
  if (!lexer_.failed()) module_.functions[alias].alias_of = of;
}

Parser::Symbol Parser::find_symbol(std::string_view name) const {
  if (const auto row = functions_.find(name); row != functions_.end()) return {Of::kFunction, row->second};
  if (const auto row = variables_.find(name); row != variables_.end()) return {Of::kModuleVariable, row->second};
  return {};
}

void Parser::finish() {
  if (lexer_.failed()) return;
  std::ranges::stable_sort(module_.files, {}, &File::number);
  for (Variable& variable : module_.variables) {
    for (Reference& reference : variable.references) {
      const Symbol symbol = find_symbol(reference.name);
      reference.of = symbol.of;
      reference.index = symbol.index;
      if (symbol.of == Of::kNothing)
        return lexer_.complain_at(static_cast<std::uint32_t>(reference.name.data() - module_.text().data()),
                                  quoted(reference.name) + " is not declared");
    }
  }
  locations_.name_functions(module_);
}

Result<Module> read(std::string text) {
  if (text.size() > kMostText)
    return fail(ErrorKind::kBadFile, "line 1: this PTX is longer than 256 MiB; compile fewer kernels at once");
  while (text.ends_with('\0')) text.pop_back();  // of the text in a fat binary
  Module module;
  module.owned = std::make_shared<const std::string>(std::move(text));
  Parser parser(module);
  parser.read_module();
  const Lexer& lexer = parser.lexer();
  if (lexer.failed())
    return fail(ErrorKind::kBadFile,
                "line " + std::to_string(module.line_at(lexer.complained_at())) + ": " + lexer.complaint(),
                lexer.complained_at());
  return module;
}

}  // namespace gemmscope::ptx
