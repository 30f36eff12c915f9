// SPDX-License-Identifier: MIT
#include "tests/machine_code/disassembly.h"

#include <fstream>

namespace gemmscope::machine_code {

namespace {

/// What stands between `open` and the next `close` after `from`; empty if there is none. `from` moves behind it.
std::string between(const std::string& line, const char* open, const char* close, std::size_t& from) {
  const std::size_t begin = line.find(open, from);
  if (begin == std::string::npos) return "";
  const std::size_t start = begin + std::string(open).size(), end = line.find(close, start);
  if (end == std::string::npos) return "";
  from = end + std::string(close).size();
  return line.substr(start, end - start);
}

std::string trimmed(const std::string& s) {
  const std::size_t begin = s.find_first_not_of(" \t");
  return begin == std::string::npos ? "" : s.substr(begin, s.find_last_not_of(" \t") - begin + 1);
}

/// Reads the lines of one kernel:  /*0040*/  LDG.E.128 R4, [R2.64] ;  /* first word */  and below it  /* second word
/// */, with //## File "f", line n  before an instruction where that changes.
struct Reader {
  const std::string symbol;
  std::vector<Instruction> instructions;
  std::string file;
  int line = 0;

  void take(const std::string& text) {
    std::size_t at = 0;
    if (text.find("//## File") != std::string::npos) {
      if (text.find("inlined at") != std::string::npos) return;  // the place of the call follows on a line of its own
      file = between(text, "File \"", "\"", at);
      line = std::stoi(text.substr(text.find("line ", at) + 5));
      return;
    }
    const std::size_t words = text.rfind("/* 0x");
    if (words == std::string::npos) return;
    std::size_t from = words;
    const std::string word = trimmed(between(text, "/*", "*/", from));
    const std::string address = between(text, "/*", "*/", at);
    if (at > words) {  // the line has nothing but a word
      if (!instructions.empty()) instructions.back().encoding += " " + word;
      return;
    }
    std::string what = trimmed(text.substr(at, words - at));
    for (std::size_t own; (own = what.find(symbol)) != std::string::npos;) what.replace(own, symbol.size(), "<kernel>");
    instructions.push_back({what, word, file, line});
  }
};

}  // namespace

std::vector<Instruction> disassembly(const std::string& kernel, int architecture, int pad) {
  std::ifstream listing(std::string(GEMMSCOPE_LISTINGS) + "/" + kernel + "_" + std::to_string(architecture) + ".sass");
  const std::string layout = "Li" + std::to_string(pad) + "ELi" + std::to_string(pad) + "E";  // <PA, PB> as mangled
  std::vector<Reader> kernels;
  bool inside = false;
  for (std::string line; std::getline(listing, line);) {
    if (line.find(".section\t") != std::string::npos) {
      std::size_t at = 0;
      const std::string symbol = between(line, ".text.", ",", at);
      inside = symbol.find(layout) != std::string::npos;
      if (inside) kernels.push_back({.symbol = symbol, .instructions = {}, .file = {}});
    } else if (inside) {
      kernels.back().take(line);
    }
  }
  return kernels.size() == 1 ? kernels.front().instructions : std::vector<Instruction>{};
}

}  // namespace gemmscope::machine_code
