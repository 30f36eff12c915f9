// SPDX-License-Identifier: MIT
#include "tracing/simt/tile_source.h"

#include <cctype>
#include <cstdint>
#include <fstream>
#include <string_view>
#include <system_error>

#include "tile_headers.h"  // generated from the headers by tracing/simt/CMakeLists.txt
#include "tracing/process/programs.h"

namespace gemmscope::simt {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFile = "tile.cpp";

/// "10_warp_tile" of kernels/10_warp_tile.cuh.
std::string file_of(const kernels::KernelInfo& kernel) { return fs::path(kernel.source_path).stem().string(); }

/// "WarpTileBuilds" of warp_tile: cmake/Kernels.cmake has the same rule.
std::string builds_of(std::string_view kernel) {
  std::string name;
  bool first = true;
  for (const char c : kernel) {
    if (c != '_') name += first ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    first = c == '_';
  }
  return name + "Builds";
}

/// FNV-1a with 64 bits (G. Fowler, L. Noll, K.-P. Vo), twice from different starts.
class Digest {
 public:
  void add(std::string_view text) {
    for (const char c : text) add_byte(static_cast<unsigned char>(c));
    add_byte(0);
  }
  std::string text() const {
    std::string digits;
    for (const std::uint64_t half : halves_)
      for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[half >> shift & 15];
    return digits;
  }

 private:
  void add_byte(unsigned char byte) {
    for (std::uint64_t& half : halves_) half = (half ^ byte) * 0x100000001b3;
  }
  std::uint64_t halves_[2] = {0xcbf29ce484222325, 0x9e3779b97f4a7c15};
};

/// Which compiler a name stands for now: another version has another size or time.
std::string state_of(const std::string& compiler) {
  std::error_code error;
  const fs::path file = fs::canonical(process::found(compiler), error);
  const std::uintmax_t size = fs::file_size(file, error);
  const auto time = fs::last_write_time(file, error).time_since_epoch().count();
  return file.string() + " " + std::to_string(size) + " " + std::to_string(time);
}

bool write(const fs::path& file, std::string_view text) {
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  return static_cast<bool>(std::ofstream(file, std::ios::binary) << text << std::flush);
}

}  // namespace

std::string tile_source(const kernels::Variant& variant) {
  const std::string builds = builds_of(variant.kernel->name);
  std::string sizes;
  for (const int size : variant.sizes()) sizes += (sizes.empty() ? "" : ", ") + std::to_string(size);
  return "#include \"tracing/simt/cuda_words.h\"\n\n#include \"kernels/builds/" + file_of(*variant.kernel) +
         ".h\"\n#include \"tracing/simt/bind_build.h\"\n\nnamespace gemmscope {\nusing kernels::" + builds +
         ", simt::TracedMemory;\nextern \"C\" {\nextern const simt::Bind " + kBindSymbol + ";\nconst simt::Bind " +
         kBindSymbol + " = &simt::bind_tile<" + builds + ", " + builds + "::TileOf<" + sizes +
         ">, TracedMemory>;\n}\n}\n";
}

std::vector<std::string> compile_command(const std::string& compiler, const fs::path& folder, const fs::path& output) {
  std::vector<std::string> command{compiler, "-std=gnu++20", "-O2", "-w", "-fPIC", "-shared"};
  if (const std::string_view options = GEMMSCOPE_KERNEL_OPTIONS; !options.empty()) command.emplace_back(options);
  command.insert(command.end(), {"-I" + folder.string(), (folder / kFile).string(), "-o", output.string()});
  return command;
}

bool write_sources(const kernels::Variant& variant, const fs::path& folder) {
  bool written = write(folder / variant.kernel->source_path, variant.kernel->source_text);
  for (const auto& [name, text] : headers::kFiles) written = written && write(folder / name, text);
  return written && write(folder / kFile, tile_source(variant));
}

std::string library_name(const kernels::Variant& variant, const std::string& compiler) {
  Digest digest;
  for (const auto& [name, text] : headers::kFiles) digest.add(name), digest.add(text);
  for (const std::string_view text : {variant.kernel->source_path, variant.kernel->source_text}) digest.add(text);
  digest.add(tile_source(variant));
  digest.add(state_of(compiler));
  for (const std::string& word : compile_command(compiler, "", "")) digest.add(word);
  return std::string(variant.kernel->name) + "-" + digest.text() + ".so";
}

}  // namespace gemmscope::simt
