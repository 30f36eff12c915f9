// SPDX-License-Identifier: MIT
#include "tracing/analysis/values/explained.h"

#include <algorithm>
#include <cmath>

#include "tracing/analysis/values/scale_origin.h"

namespace gemmscope::analysis {
namespace {

class Explaining {
 public:
  Explaining(Factors& f, const format::Recording& recording, const Product& product, const format::KeptMemory& memory)
      : f_(f), r_(recording), p_(product), memory_(memory), sample_(sample_of(f)) {}

  Explanation run() {
    look({}, {});
    if (is_done() || f_.is_whole()) return take();
    const std::vector<std::uint16_t> others = other_arrays(r_, p_);
    for (const std::uint16_t other : others) add_biases(other);
    look_for_what_follows({});
    for (const std::uint16_t other : others)
      if (!is_done()) look_with(other);
    return take();
  }

 private:
  struct Follows {
    std::shared_ptr<const Bias> bias{};
    Activation activation = Activation::kNone;
  };

  [[nodiscard]] bool is_done() const { return best_ && best_->wrong == 0; }

  /// With each bias and each activation.
  void look_for_what_follows(std::optional<std::uint16_t> added) {
    for (const auto& bias : biases_)
      for (const Activation activation :
           {Activation::kNone, Activation::kRelu, Activation::kGelu, Activation::kGeluByTanh, Activation::kSilu,
            Activation::kSigmoid, Activation::kTanh})
        if (!is_done() && (bias || activation != Activation::kNone)) look({bias, activation}, added);
  }

  void look(const Follows& follows, std::optional<std::uint16_t> added) {
    for (const Precision& precision : precisions_of(f_, r_.code.ptx)) {
      Explanation each{
          .precision = precision, .scales = {}, .bias = follows.bias, .activation = follows.activation, .added = added};
      each.scales = scales_of(f_, sample_, precision, memory_.scalars, each.scaled());
      name_fitted(each.scales.alpha), name_fitted(each.scales.beta);
      each.wrong = count_wrong(f_, each.scaled(), precision);
      const bool is_plain = !follows.bias && follows.activation == Activation::kNone && !added;
      const bool is_likely =
          is_plain || each.wrong < f_.elements() / 2;  // with enough guesses, a few elements agree by chance
      if (!best_ || (is_likely && each.wrong < best_->wrong)) best_ = std::move(each);
      if (is_done()) return;
    }
  }

  /// Where a number that was solved for is another one of the kernel, it is that.
  void name_fitted(Scale& scale) const {
    if (scale.from != Scale::From::kFitted) return;
    constexpr double kOfFloat = 1e-5, kOfHalf = 2e-3;
    const ScaleOrigin origin = scale_origin(scale.value, f_.of_C.bytes < 4 ? kOfHalf : kOfFloat, r_, memory_);
    if (!origin.text.empty()) scale = {origin.value, Scale::From::kFound, origin.text};
  }

  [[nodiscard]] std::optional<std::vector<double>> numbers_in(std::uint16_t tensor) const {
    const auto array = std::ranges::find(memory_.arrays, tensor, &format::KeptArray::tensor);
    if (array == memory_.arrays.end()) return std::nullopt;
    const auto kind = kind_of(array->type, r_.tensors[tensor].element_bytes, r_.code.ptx);
    if (!kind) return std::nullopt;
    std::vector<double> numbers(array->before.size() / kind->bytes);
    for (std::size_t i = 0; i < numbers.size(); ++i)
      numbers[i] = number_at(*kind, array->before.data() + i * kind->bytes);
    return numbers;
  }

  /// With an array in place of what C held.
  void look_with(std::uint16_t other) {
    const auto numbers = numbers_in(other);
    const std::uint64_t elements = numbers ? numbers->size() : 0;
    for (const std::uint32_t pitch : {p_.C.pitch, p_.C.transposed ? f_.rows : f_.columns}) {
      if (is_done() || elements + pitch < std::uint64_t{pitch} * (p_.C.transposed ? f_.columns : f_.rows)) continue;
      std::vector<double> held(f_.elements(), std::nan(""));
      for (std::size_t i = 0; i < held.size(); ++i) {
        const std::uint64_t row = i / f_.columns, column = i % f_.columns;
        const std::uint64_t element = p_.C.transposed ? column * pitch + row : row * pitch + column;
        if (element < elements) held[i] = (*numbers)[element];
      }
      std::swap(held, f_.before);
      const std::uint64_t before = best_->wrong;
      look({}, other), look_for_what_follows(other);
      if (best_->wrong == before) std::swap(held, f_.before);
    }
  }

  void add_biases(std::uint16_t other) {
    const auto numbers = numbers_in(other);
    if (!numbers) return;
    if (numbers->size() == f_.columns) biases_.push_back(std::make_shared<const Bias>(Bias{other, false, *numbers}));
    if (numbers->size() == f_.rows) biases_.push_back(std::make_shared<const Bias>(Bias{other, true, *numbers}));
  }

  Explanation take() { return std::move(*best_); }

  Factors& f_;
  const format::Recording& r_;
  const Product& p_;
  const format::KeptMemory& memory_;
  const std::vector<std::size_t> sample_;
  std::vector<std::shared_ptr<const Bias>> biases_{nullptr};  ///< the first is none
  std::optional<Explanation> best_;
};

}  // namespace

std::uint64_t count_wrong(const Factors& f, const Scaled& scaled, const Precision& precision) {
  std::uint64_t wrong = 0;
  for (std::size_t i = 0; i < f.elements(); ++i) wrong += agrees(f, i, scaled, precision) ? 0 : 1;
  return wrong;
}

Explanation explanation_of(Factors& factors, const format::Recording& recording, const Product& product,
                           const format::KeptMemory& memory) {
  return Explaining(factors, recording, product, memory).run();
}

std::vector<std::uint16_t> other_arrays(const format::Recording& recording, const Product& product) {
  constexpr std::uint64_t kSmall = 64;  // bytes: scales, sizes
  std::vector<std::uint16_t> others;
  for (const format::Site& site : recording.sites) {
    const format::Tensor& tensor = recording.tensors[site.tensor];
    const bool is_matrix =
        site.tensor == product.A.tensor || site.tensor == product.B.tensor || site.tensor == product.C.tensor;
    if (tensor.space != format::Space::kGlobal || is_matrix || site.op == format::Op::kStore) continue;
    if (tensor.layout.extent() * tensor.element_bytes > kSmall && std::ranges::count(others, site.tensor) == 0)
      others.push_back(site.tensor);
  }
  return others;
}

}  // namespace gemmscope::analysis
