#include "engine/cuda/device/convolution_plan.h"
#include "engine/cuda/device/timing.h"
#include "tests/engine/cuda/host_device.h"
#include "tests/engine/cuda/host_values.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

// Convolutions by plain loops in place of the device's library: with the fused bias and relu in f32, without them in every type.

namespace netsmith::cuda {

struct ConvolutionPlan::Content {
    ConvolutionShape shape;
    std::string name;
    std::string text;
};

namespace {

using Index = std::array<std::int64_t, 3>;

/// The shape that a text was made from, for the life of the process.
std::map<std::string, ConvolutionPlan::Content>& library()
{
    static std::map<std::string, ConvolutionPlan::Content> plans;
    return plans;
}

/// A convolution over three axes, the first of which may be trivial.
struct Loops {
    ConvolutionShape shape;
    std::array<ConvolutionShape::Axis, 3> axes;

    explicit Loops(ConvolutionShape of)
        : shape(std::move(of))
    {
        std::ranges::copy(shape.axes, axes.end() - static_cast<std::ptrdiff_t>(shape.axes.size()));
    }

    /// Calls `body(x, w, y)` with the positions of the three numbers of every product.
    template <class Body>
    void forProducts(const Body& body) const
    {
        const std::int64_t channels = shape.channels / shape.groups;
        const std::int64_t filters = shape.filters / shape.groups;
        forEach(&ConvolutionShape::Axis::output, [&](const Index& out) {
            forEach(&ConvolutionShape::Axis::kernel, [&](const Index& k) {
                Index in{};
                for (std::size_t i = 0; i < 3; ++i) {
                    in[i] = out[i] * axes[i].stride + k[i] * axes[i].dilation - axes[i].before;
                    if (in[i] < 0 || in[i] >= axes[i].input)
                        return;
                }
                for (std::int64_t image = 0; image < shape.images; ++image)
                    for (std::int64_t f = 0; f < shape.filters; ++f)
                        for (std::int64_t c = 0; c < channels; ++c)
                            body(place(image, in, &ConvolutionShape::Axis::input) * shape.channels + f / filters * channels + c,
                                 place(f, k, &ConvolutionShape::Axis::kernel) * channels + c,
                                 place(image, out, &ConvolutionShape::Axis::output) * shape.filters + f);
            });
        });
    }

private:
    template <class Body>
    void forEach(std::int64_t ConvolutionShape::Axis::*size, const Body& body) const
    {
        for (std::int64_t a = 0; a < axes[0].*size; ++a)
            for (std::int64_t b = 0; b < axes[1].*size; ++b)
                for (std::int64_t c = 0; c < axes[2].*size; ++c)
                    body({a, b, c});
    }
    std::int64_t place(std::int64_t first, const Index& index, std::int64_t ConvolutionShape::Axis::*size) const
    {
        for (std::size_t i = 0; i < 3; ++i)
            first = first * (axes[i].*size) + index[i];
        return first;
    }
};

} // namespace

ConvolutionPlan::ConvolutionPlan(std::unique_ptr<Content> content)
    : m_content(std::move(content))
{
}

ConvolutionPlan::~ConvolutionPlan() = default;
ConvolutionPlan::ConvolutionPlan(ConvolutionPlan&&) noexcept = default;
ConvolutionPlan& ConvolutionPlan::operator=(ConvolutionPlan&&) noexcept = default;

std::int64_t ConvolutionPlan::workspace() const
{
    return 64;
}

std::string ConvolutionPlan::implementation() const
{
    return m_content->name;
}

const std::string& ConvolutionPlan::text() const
{
    return m_content->text;
}

void ConvolutionPlan::enqueue(Stream&, const ConvolutionTensors& tensors, void* workspace) const
{
    if (std::ranges::count(test::hostDevice.brokenPlans, m_content->name) > 0)
        throw Error(ErrorKind::failed, NS_MESSAGE("cuda.cudnn", "cuDNN refused {0}: {1} ({2})"), "to convolve", "no algorithm", "");
    std::fill_n(static_cast<std::byte*>(workspace), this->workspace(), std::byte{0xff}); // NaNs: none of our data may be there
    const Loops loops(m_content->shape);
    const ConvolutionShape& shape = loops.shape;
    const auto of = [&](const void* tensor, std::int64_t i) { return valueAt(shape.type, tensor, i); };
    /// Sums the products of the numbers of two tensors into the elements of the third.
    const auto make = [&](const void* made, std::int64_t count, const auto& product, const auto& finish) {
        std::vector<double> sums(static_cast<std::size_t>(count));
        loops.forProducts([&](std::int64_t x, std::int64_t w, std::int64_t y) {
            const auto [place, value] = product(x, w, y);
            sums[static_cast<std::size_t>(place)] += value;
        });
        for (std::int64_t i = 0; i < count; ++i)
            setValue(shape.type, const_cast<void*>(made), i, finish(sums[static_cast<std::size_t>(i)], i));
    };
    using Product = std::pair<std::int64_t, double>;
    const auto asItIs = [](double sum, std::int64_t) { return sum; };
    switch (shape.pass) {
    case ConvolutionPass::forward:
        make(
            tensors.y, shape.outputElements(),
            [&](std::int64_t x, std::int64_t w, std::int64_t y) { return Product(y, of(tensors.x, x) * of(tensors.w, w)); },
            [&](double sum, std::int64_t i) {
                if (shape.bias)
                    sum += static_cast<double>(static_cast<const float*>(tensors.bias)[i % shape.filters]);
                return shape.relu ? std::max(sum, 0.0) : sum;
            });
        break;
    case ConvolutionPass::backwardData:
        make(
            tensors.x, shape.inputElements(),
            [&](std::int64_t x, std::int64_t w, std::int64_t y) { return Product(x, of(tensors.y, y) * of(tensors.w, w)); },
            asItIs);
        break;
    case ConvolutionPass::backwardWeights:
        make(
            tensors.w, shape.filters * shape.kernelElements(),
            [&](std::int64_t x, std::int64_t w, std::int64_t y) { return Product(w, of(tensors.x, x) * of(tensors.y, y)); },
            asItIs);
        break;
    }
}

std::vector<ConvolutionPlan> convolutionPlans(const ConvolutionShape& shape, std::size_t most)
{
    std::vector<ConvolutionPlan> plans;
    if (shape.type != DataType::f32 && shape.bias)
        return plans; // like a library that fuses nothing in 16 bits
    for (const std::string name : {"loops", "loops again"})
        if (plans.size() < most) {
            const std::string text = name + ": " + shape.text();
            library().insert_or_assign(text, ConvolutionPlan::Content{shape, name, text});
            plans.push_back(*convolutionPlanFrom(text));
        }
    return plans;
}

std::optional<ConvolutionPlan> convolutionPlanFrom(const std::string& text)
{
    const auto found = library().find(text);
    if (found == library().end())
        return std::nullopt; // of an older library
    return ConvolutionPlan(std::make_unique<ConvolutionPlan::Content>(found->second));
}

double millisecondsOf(Stream&, const std::function<void()>& work)
{
    work();
    const auto now = static_cast<std::size_t>(test::hostDevice.timings++);
    return now < test::hostDevice.times.size() ? test::hostDevice.times[now] : 0.0;
}

} // namespace netsmith::cuda
