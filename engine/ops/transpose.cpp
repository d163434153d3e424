#include "engine/ops/transpose.h"

#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace netsmith {

std::string TransposeAttributes::text() const
{
    return fmt::format("order {}", fmt::join(order, ","));
}

TransposeExtent::TransposeExtent(const Shape& x, const TransposeAttributes& attributes)
{
    const auto strideOf = [&](int axis) {
        std::int64_t stride = 1;
        for (int i = axis + 1; i < x.rank(); ++i)
            stride *= x[i];
        return stride;
    };
    for (std::size_t i = 0; i < attributes.order.size(); ++i) {
        const int axis = attributes.order[i];
        if (i == 0 || axis != attributes.order[i - 1] + 1)
            sizes[static_cast<std::size_t>(axes++)] = 1;
        const auto at = static_cast<std::size_t>(axes) - 1;
        sizes[at] *= x[axis];
        strides[at] = strideOf(axis);
    }
}

std::int64_t TransposeExtent::elements() const
{
    std::int64_t product = 1;
    for (int i = 0; i < axes; ++i)
        product *= sizes[static_cast<std::size_t>(i)];
    return product;
}

namespace ops {
namespace {

std::vector<TensorType> infer(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& order = static_cast<const TransposeAttributes&>(base).order;
    const InputCheck check("transpose", inputs, {"x"}, 1);
    check.expectFloating(0);
    check.expectRankAtLeast(0, 2);
    std::vector<int> axes(static_cast<std::size_t>(check.shape(0).rank()));
    std::iota(axes.begin(), axes.end(), 0);
    check.expect(std::ranges::is_permutation(order, axes) && order[0] == 0,
                 fmt::format("an order of the axes 0 to {} that begins with 0", axes.back()), base.text());
    std::vector<std::int64_t> sizes;
    for (const int axis : order)
        sizes.push_back(check.shape(0)[axis]);
    return {{Shape(sizes), check.type(0)}};
}

void gradient(GradientContext& context)
{
    const auto& order = context.op().as<TransposeAttributes>().order;
    std::vector<int> back(order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        back[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
    context.give(
        0,
        context.emitter().emitOne(transpose, std::make_shared<TransposeAttributes>(std::move(back)), {context.outputGradient(0)}));
}

} // namespace

constinit const OpSpec transpose{.name = "transpose", .infer = infer, .gradient = gradient};

} // namespace ops
} // namespace netsmith
