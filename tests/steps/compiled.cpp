// SPDX-License-Identifier: MIT
#include "tests/steps/compiled.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <stdexcept>

#include "tracing/cxx/knobs.h"
#include "tracing/cxx/presets.h"
#include "tracing/format/input_file.h"

namespace gemmscope::testing {
namespace {

namespace fs = std::filesystem;

/// Writes a file that other tests may be writing at the same time. All of them write the same text.
void write_at_once(const fs::path& file, const std::function<void(const fs::path&)>& write) {
  const fs::path mine = file.string() + "." + std::to_string(getpid());
  write(mine);
  fs::rename(mine, file);
}

std::string hex(std::size_t number) {
  char text[17];
  std::snprintf(text, sizeof text, "%016zx", number);
  return text;
}

}  // namespace

std::filesystem::path file_of(const Step& step) {
  for (const fs::path& folder : {fs::path(GEMMSCOPE_SOURCE_DIR) / "kernels", fs::path(GEMMSCOPE_BROKEN_STEPS)})
    for (const auto& entry : fs::directory_iterator(folder)) {
      const std::string stem = entry.path().stem().string();
      const bool has_number = stem.size() > 3 && stem[2] == '_' && std::isdigit(static_cast<unsigned char>(stem[0]));
      if (entry.path().extension() == ".cu" && (stem == step.name || (has_number && stem.substr(3) == step.name)))
        return entry.path();
    }
  throw std::runtime_error("there is no step " + step.name);
}

std::string text_of(const Step& step) {
  const fs::path file = file_of(step);
  const std::string text = format::text_in(file.string()), name = file.filename().string();
  std::vector<format::Parameter> numbers;
  if (!step.preset.empty()) numbers = or_throw(cxx::preset_named(text, step.preset, name));
  for (const format::Parameter& own : step.numbers) {
    std::erase_if(numbers, [&](const format::Parameter& each) { return each.name == own.name; });
    numbers.push_back(own);
  }
  return or_throw(cxx::with_numbers(text, numbers, name));
}

std::string ptx_of(const Step& step) {
  const std::string text = text_of(step);
  const std::string options =
      std::string("-std=c++20 -O3 -lineinfo -arch=compute_80 -ptx -I" GEMMSCOPE_SOURCE_DIR "/kernels") +
      (step.as_written ? " --Ofast-compile=mid" : "");
  const std::string header = format::text_in(GEMMSCOPE_SOURCE_DIR "/kernels/gemm.h");
  const fs::path folder =
      fs::path(GEMMSCOPE_COMPILED_STEPS) / hex(std::hash<std::string>()(text + options + header + GEMMSCOPE_NVCC));
  const fs::path source = folder / file_of(step).filename(), ptx = folder / "step.ptx";
  if (fs::exists(ptx)) return format::text_in(ptx.string());
  fs::create_directories(folder);
  write_at_once(source, [&](const fs::path& file) { std::ofstream(file) << text; });
  write_at_once(ptx, [&](const fs::path& file) {
    const std::string command = GEMMSCOPE_NVCC " " + options + " -o " + file.string() + " " + source.string();
    if (std::system(command.c_str()) != 0) throw std::runtime_error("nvcc refuses " + step.key());
  });
  return format::text_in(ptx.string());
}

}  // namespace gemmscope::testing
