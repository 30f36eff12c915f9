// SPDX-License-Identifier: MIT
#include <cstdio>
#include <fstream>

#include "tests/cuda/gpu_check/check.h"

namespace gemmscope::gpu_check {

Report::Section& Report::section(const std::string& name) {
  for (Section& s : sections_)
    if (s.name == name) return s;
  sections_.push_back({name, {}, 0});
  return sections_.back();
}

void Report::add(const std::string& name, Json row, bool good, const std::string& line) {
  Section& to = section(name);
  row["good"] = good;
  to.rows.push_back(std::move(row));
  to.bad += !good;
  bad_ += !good;
  std::printf("%-10s %s  %s\n", name.c_str(), good ? "ok " : "BAD", line.c_str());
  std::fflush(stdout);
}

void Report::close(const std::string& name) {
  const Section& s = section(name);
  std::printf("%-10s %zu checks, %d bad\n\n", name.c_str(), s.rows.size(), s.bad);
}

void Report::write(const std::string& path) const {
  std::ofstream file(path);
  // One row per line: the file can be read, searched and compared.
  file << "{\n";
  for (const auto& [key, value] : header_.items()) file << "  " << Json(key).dump() << ": " << value.dump() << ",\n";
  file << "  \"bad\": " << bad_;
  for (const Section& s : sections_) {
    file << ",\n  " << Json(s.name).dump() << ": [";
    for (std::size_t i = 0; i < s.rows.size(); ++i) file << (i == 0 ? "\n    " : ",\n    ") << s.rows[i].dump();
    file << "\n  ]";
  }
  file << "\n}\n";
  if (!file.flush()) {
    std::fprintf(stderr, "gpu_check: cannot write %s\n", path.c_str());
    std::exit(5);
  }
}

}  // namespace gemmscope::gpu_check
