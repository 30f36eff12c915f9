// SPDX-License-Identifier: MIT
#include "app/cli/linked_runtime.h"

#include <cstring>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <elf.h>

namespace gemmscope::cli {
namespace {

/// The most bytes that are read as one section of names; no linked program has more.
constexpr std::uint64_t kMostNameBytes = 64 << 20;

/// Empty: the file has fewer bytes, or `count` is too large.
std::string bytes_of(std::ifstream& in, std::uint64_t at, std::uint64_t count) {
  std::string bytes(count <= kMostNameBytes ? count : 0, 0);
  if (!in.seekg(static_cast<std::streamoff>(at)) || !in.read(bytes.data(), static_cast<std::streamsize>(bytes.size())))
    return {};
  return bytes;
}

/// By name. Empty: it is no ELF file for 64 bits.
std::map<std::string, Elf64_Shdr> sections_of(std::ifstream& in) {
  Elf64_Ehdr header;
  const std::string first = bytes_of(in, 0, sizeof(header));
  if (first.size() != sizeof(header) || !first.starts_with(ELFMAG) || first[EI_CLASS] != ELFCLASS64) return {};
  std::memcpy(&header, first.data(), sizeof(header));
  const std::string table = bytes_of(in, header.e_shoff, std::uint64_t{header.e_shnum} * sizeof(Elf64_Shdr));
  std::vector<Elf64_Shdr> all(table.size() / sizeof(Elf64_Shdr));
  std::memcpy(all.data(), table.data(), table.size());
  if (header.e_shstrndx >= all.size()) return {};
  const std::string names = bytes_of(in, all[header.e_shstrndx].sh_offset, all[header.e_shstrndx].sh_size);
  std::map<std::string, Elf64_Shdr> sections;
  for (const Elf64_Shdr& section : all)
    if (section.sh_name < names.size()) sections.emplace(names.c_str() + section.sh_name, section);
  return sections;
}

}  // namespace

LinkedRuntime linked_runtime(const std::filesystem::path& program) {
  std::ifstream in(program, std::ios::binary);
  const auto sections = sections_of(in);
  if (!sections.contains(".nv_fatbin")) return LinkedRuntime::kUnknown;
  const auto libraries = sections.find(".dynstr");
  const bool shared =
      libraries != sections.end() &&
      bytes_of(in, libraries->second.sh_offset, libraries->second.sh_size).find("libcudart.so") != std::string::npos;
  return shared ? LinkedRuntime::kShared : LinkedRuntime::kStatic;
}

}  // namespace gemmscope::cli
