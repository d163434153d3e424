#include "engine/ops/pad.h"

#include "engine/core/checked.h"
#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"

#include <fmt/format.h>

namespace netsmith {

std::string PadAttributes::text() const
{
    return fmt::format("before {} after {}", fmt::join(before, ","), fmt::join(after, ","));
}

PadExtent::PadExtent(const Shape& x, const PadAttributes& attributes)
{
    for (int i = 0; i < x.rank(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        const std::int64_t first = attributes.before[at];
        const std::int64_t size = x[i] + first + attributes.after[at];
        if (axes > 0 && first == 0 && size == x[i]) {
            // An unchanged axis is merged into the one before it.
            const auto last = static_cast<std::size_t>(axes) - 1;
            input[last] *= size;
            output[last] *= size;
            before[last] *= size;
            continue;
        }
        const auto next = static_cast<std::size_t>(axes++);
        input[next] = x[i];
        output[next] = size;
        before[next] = first;
    }
}

std::int64_t PadExtent::outputElements() const
{
    std::int64_t elements = 1;
    for (int i = 0; i < axes; ++i)
        elements *= output[static_cast<std::size_t>(i)];
    return elements;
}

namespace ops {
namespace {

std::vector<TensorType> infer(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const PadAttributes&>(base);
    const InputCheck check("pad", inputs, {"x"}, 1);
    check.expectFloating(0);
    check.expectRankAtLeast(0, 1);
    const Shape& x = check.shape(0);
    const auto rank = static_cast<std::size_t>(x.rank());
    check.expect(attributes.before.size() == rank && attributes.after.size() == rank, fmt::format("{} numbers on each side", rank),
                 attributes.text());
    check.expect(attributes.before[0] == 0 && attributes.after[0] == 0, "nothing around the batch", attributes.text());
    std::vector<std::int64_t> sizes;
    for (std::size_t i = 0; i < rank; ++i) {
        const auto longer = checkedAdd(x[static_cast<int>(i)], attributes.before[i]);
        const auto size = longer ? checkedAdd(*longer, attributes.after[i]) : std::nullopt;
        // Neither end may be cropped by more than the size, since zeros would have to replace what is beyond.
        const std::int64_t most = x[static_cast<int>(i)];
        check.expect(size && *size >= 1 && attributes.before[i] > -most && attributes.after[i] > -most, "sizes ≥ 1",
                     fmt::format("{} of {}", attributes.text(), x.text()));
        sizes.push_back(*size);
    }
    return {{Shape(sizes), check.type(0)}};
}

void gradient(GradientContext& context)
{
    const auto& attributes = context.op().as<PadAttributes>();
    const auto turned = [](const std::vector<std::int64_t>& amounts) {
        std::vector<std::int64_t> out;
        for (const std::int64_t amount : amounts)
            out.push_back(-amount);
        return out;
    };
    const auto back = std::make_shared<PadAttributes>(turned(attributes.before), turned(attributes.after));
    context.give(0, context.emitter().emitOne(pad, back, {context.outputGradient(0)}));
}

} // namespace

constinit const OpSpec pad{.name = "pad", .infer = infer, .gradient = gradient};

} // namespace ops
} // namespace netsmith
