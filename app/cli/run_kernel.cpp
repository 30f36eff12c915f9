// SPDX-License-Identifier: MIT
#include "app/cli/run_kernel.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <vector>

#include "app/cli/array_size.h"

namespace gemmscope::cli {
namespace {

/// What each generated program begins with. A type that cannot be made from a number is filled with zeros.
constexpr char kBegin[] = R"(
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <vector>
namespace gemmscope_launch {
constexpr long long kMostBytes = 4294967296;
template <class T>
T* array(long long count) {
  if (count < 1 || count > kMostBytes / static_cast<long long>(sizeof(T))) {
    std::fprintf(stderr, "--args: an array of %lld elements of %zu bytes cannot be made; give it at least 1, and at most %lld bytes in all\n",
                 count, sizeof(T), kMostBytes);
    std::exit(2);
  }
  std::vector<unsigned char> bytes(static_cast<std::size_t>(count) * sizeof(T));
  if constexpr (std::is_constructible<T, float>::value)
    for (long long i = 0; i < count; ++i) {
      const T value(static_cast<float>(i % 8));
      std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
    }
  void* device = nullptr;
  if (cudaMalloc(&device, bytes.size()) == cudaSuccess)
    cudaMemcpy(device, bytes.data(), bytes.size(), cudaMemcpyHostToDevice);
  return static_cast<T*>(device);
}
}  // namespace gemmscope_launch
)";

constexpr char kEnd[] = R"(
  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  if (error != cudaSuccess) std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  return error == cudaSuccess ? 0 : 1;
}
)";

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\n"), last = text.find_last_not_of(" \t\n");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

/// Split at the commas that stand in no brackets: "int[f(1, 2)], 3" is two.
Result<std::vector<std::string>> arguments_of(const std::string& text) {
  std::vector<std::string> all(1);
  std::string open;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(' || c == '[' || c == '{') open += c;
    if (c == ')' || c == ']' || c == '}') {
      const char begin = c == ')' ? '(' : c == ']' ? '[' : '{';
      if (open.empty() || open.back() != begin)
        return fail(ErrorKind::kUsage, "--args '" + text + "' has a '" + c + "' too many");
      open.pop_back();
    }
    if (c == ',' && open.empty())
      all.emplace_back();
    else
      all.back() += c;
  }
  if (!open.empty()) return fail(ErrorKind::kUsage, "--args '" + text + "' has no end of its '" + open.back() + "'");
  for (std::string& argument : all) argument = trimmed(argument);
  if (all.size() == 1 && all[0].empty()) all.clear();
  for (const std::string& argument : all)
    if (argument.empty()) return fail(ErrorKind::kUsage, "--args '" + text + "' has an argument that is empty");
  return all;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// "const std::complex<float>": a word of C++, and the parts of types.
bool may_be_type(std::string_view text) {
  return !text.empty() && !is_digit(text.front()) && std::ranges::all_of(text, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("_:<>, \t").find(c) != std::string_view::npos;
  });
}

/// "float[64*64]" -> "gemmscope_launch::array<float>(64*64)"
Result<std::string> in_cpp(const std::string& argument) {
  const std::size_t open = argument.find('[');
  if (open == std::string::npos || argument.back() != ']' || open + 2 >= argument.size()) return argument;
  const std::string type = trimmed(argument.substr(0, open)),
                    count = argument.substr(open + 1, argument.size() - open - 2);
  if (!may_be_type(type)) return argument;
  const auto size = array_size(count);
  if (!size) return tl::unexpected(size.error());
  return "gemmscope_launch::array<" + type + ">(" + (*size ? std::to_string(**size) + "LL" : count) + ")";
}

/// One to three numbers of at most 32 bits, with commas between them.
bool is_size(std::string_view text) {
  for (int numbers = 1;; ++numbers) {
    const auto digits = static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin());
    std::uint32_t number = 0;
    if (std::from_chars(text.data(), text.data() + digits, number).ec != std::errc{} || number == 0) return false;
    if (text.front() == '0') return false;
    text.remove_prefix(digits);
    if (text.empty()) return true;
    if (text.front() != ',' || numbers == 3) return false;
    text.remove_prefix(1);
  }
}

Result<std::string> size_in_cpp(const std::string& option, const std::string& text) {
  if (!is_size(text))
    return fail(ErrorKind::kUsage,
                option + " '" + text + "' is no size: give x, or x,y, or x,y,z, such as 4,2, each below 2^32");
  return "dim3(" + text + ")";
}

}  // namespace

Result<std::string> program_of(const std::filesystem::path& source, const KernelLaunch& launch) {
  const auto grid = size_in_cpp("--grid", launch.grid), block = size_in_cpp("--block", launch.block);
  if (!grid) return grid;
  if (!block) return block;
  const auto arguments = arguments_of(launch.arguments);
  if (!arguments) return tl::unexpected(arguments.error());
  // Arrays are allocated in the order of the parameters, which C++ does not promise for arguments.
  std::string list, arrays;
  std::size_t count = 0;
  for (const std::string& argument : *arguments) {
    const auto text = in_cpp(argument);
    if (!text) return text;
    const bool is_array = *text != argument;
    const std::string name = "gemmscope_array_" + std::to_string(count++);
    if (is_array) arrays += "auto* const " + name + " = " + *text + "; ";
    list += (list.empty() ? "" : ", ") + (is_array ? name : *text);
  }
  const std::string shared = std::to_string(launch.shared);
  constexpr std::uint32_t kWithoutAsking = 48 << 10;  // bytes of dynamic shared memory
  std::string text = "#line 1 \"the launch by --grid\"\n#include \"" + std::filesystem::absolute(source).string() +
                     "\"\n" + kBegin + "int main() {\n";
  text += "#line 1 \"--kernel, --grid, --block and --args\"\n";
  if (launch.shared > kWithoutAsking)
    text +=
        "  cudaFuncSetAttribute(" + launch.kernel + ", cudaFuncAttributeMaxDynamicSharedMemorySize, " + shared + ");\n";
  return text + "  " + arrays + launch.kernel + "<<<" + *grid + ", " + *block + ", " + shared + ">>>(" + list + ");" +
         kEnd;
}

}  // namespace gemmscope::cli
