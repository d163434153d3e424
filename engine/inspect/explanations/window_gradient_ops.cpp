#include "engine/inspect/explanations/op_explainers.h"
#include "engine/inspect/explanations/placed_window.h"
#include "engine/inspect/explanations/plane.h"
#include "engine/inspect/explanations/product_sum.h"
#include "engine/ops/conv2d.h"
#include "engine/ops/conv3d.h"
#include "engine/ops/pool2d.h"

#include <cmath>

namespace netsmith::inspect::explain {
namespace {

/// A window that covers a number of the input: which of its taps does, and where it stands in the output.
struct CoveringWindow {
    std::int64_t tap;
    std::array<std::int64_t, 3> at;
};

/// A number of the input, whose gradient is wanted, and the windows over it.
struct CoveredNumber {
    CoveredNumber(const std::array<WindowAxis, 3>& windowAxes, const Shape& input, const Shape& output, std::int64_t element)
        : axes(windowAxes)
        , dx(input)
        , dy(output)
    {
        std::tie(at, channel) = dx.enter(element);
        dy.image = dx.image;
        for (std::int64_t z = 0; z < axes[0].kernel; ++z)
            for (std::int64_t y = 0; y < axes[1].kernel; ++y)
                for (std::int64_t x = 0; x < axes[2].kernel; ++x)
                    if (const auto place = placeOf({z, y, x}))
                        windows.push_back({(z * axes[1].kernel + y) * axes[2].kernel + x, *place});
    }

    /// Where the window stands whose tap lies on the number.
    std::optional<std::array<std::int64_t, 3>> placeOf(const std::array<std::int64_t, 3>& tap) const
    {
        std::array<std::int64_t, 3> place{};
        for (std::size_t i = 0; i < 3; ++i) {
            place[i] = at[i] + axes[i].before - tap[i] * axes[i].dilation;
            if (place[i] < 0 || place[i] % axes[i].stride != 0)
                return std::nullopt;
            place[i] /= axes[i].stride;
        }
        return dy.contains(place) ? std::optional(place) : std::nullopt;
    }

    std::array<WindowAxis, 3> axes;
    Volume dx;
    Volume dy;
    std::array<std::int64_t, 3> at{};
    std::int64_t channel = 0;
    std::vector<CoveringWindow> windows{};
};

/// A map of the output's gradient, with the windows over the number marked.
WindowPicture pictureOfGradient(const OpCall& call, const CoveredNumber& number, std::int64_t channel,
                                const std::vector<CoveringWindow>& marked)
{
    WindowPicture picture;
    picture.channel = channel;
    std::array<std::int64_t, 3> middle{};
    for (std::size_t i = 0; i < 3; ++i)
        middle[i] = std::min(number.at[i] / number.axes[i].stride, number.dy.sizes[i] - 1);
    picture.slice = marked.empty() ? middle[0] : marked[marked.size() / 2].at[0];
    picture.slices = number.dy.sizes[0];
    for (const CoveringWindow& window : marked)
        if (window.at[0] == picture.slice)
            picture.used.push_back({window.at[1], window.at[2]});
    picture.plane =
        planeAround(number.dy.sizes[1], number.dy.sizes[2], middle[1], middle[2], [&](std::int64_t row, std::int64_t column) {
            return call.in(0, number.dy.element({picture.slice, row, column}, channel));
        });
    picture.vertical = {.first = middle[1], .stride = number.axes[1].stride, .outputs = number.dx.sizes[1], .output = number.at[1]};
    picture.horizontal = {
        .first = middle[2], .stride = number.axes[2].stride, .outputs = number.dx.sizes[2], .output = number.at[2]};
    return picture;
}

/// Every number of the input paints the kernel onto the output: these are the products that fall on this one.
double convolveBack(OpCall& call, const std::array<WindowAxis, 3>& axes, std::int64_t groups)
{
    const CoveredNumber number(axes, call.outputShape(), call.shape(0), call.element);
    const Volume& dy = number.dy;
    // The filters of the channel's group.
    const std::int64_t channels = number.dx.channels / groups, filters = dy.channels / groups;
    const std::int64_t firstFilter = number.channel / channels * filters;
    const auto weightAt = [&](std::int64_t tap, std::int64_t filter) {
        return (tap * channels + number.channel % channels) * dy.channels + filter;
    };
    std::vector<double> sums(static_cast<std::size_t>(filters));
    for (const CoveringWindow& window : number.windows)
        for (std::int64_t f = 0; f < filters; ++f)
            sums[static_cast<std::size_t>(f)] +=
                call.in(0, dy.element(window.at, firstFilter + f)) * call.in(1, weightAt(window.tap, firstFilter + f));
    double total = 0.0;
    for (const double sum : sums)
        total += sum;
    if (!call.step)
        return total;
    ExplainedStep& step = *call.step;
    step.kind = StepKind::products;
    call.addOperand(0);
    call.addOperand(1);
    std::int64_t largest = 0;
    for (std::int64_t f = 1; f < filters; ++f)
        if (std::abs(sums[static_cast<std::size_t>(f)]) > std::abs(sums[static_cast<std::size_t>(largest)]))
            largest = f;
    if (call.reader.channel >= firstFilter && call.reader.channel < firstFilter + filters)
        largest = call.reader.channel - firstFilter;
    const std::int64_t shown = firstFilter + largest;
    std::vector<Term> terms;
    for (const CoveringWindow& window : number.windows)
        terms.push_back(call.term(0, dy.element(window.at, shown), 1, weightAt(window.tap, shown)));
    step.window = pictureOfGradient(call, number, shown, number.windows);
    if (axes[1].kernel <= mostWeightsSide && axes[2].kernel <= mostWeightsSide) {
        const std::int64_t slice = axes[0].kernel / 2 * axes[1].kernel * axes[2].kernel;
        step.window->weights = planeAround(axes[1].kernel, axes[2].kernel, 0, 0, [&](std::int64_t row, std::int64_t column) {
            return call.in(1, weightAt(slice + row * axes[2].kernel + column, shown));
        });
    }
    keepTerms(step, std::move(terms));
    for (std::int64_t f = 0; f < filters; ++f)
        if (f != largest)
            step.rest += sums[static_cast<std::size_t>(f)];
    step.count = std::ssize(number.windows) * filters;
    step.channels = filters;
    sums.resize(static_cast<std::size_t>(std::min(filters, ExplainedStep::mostSums)));
    step.channelSums = std::move(sums);
    return total;
}

/// At every place of every sample, the number that the weight meets and the gradient of what it goes into.
double kernelGradient(OpCall& call, const std::array<WindowAxis, 3>& axes, std::int64_t groups)
{
    Volume x(call.shape(0)), dy(call.shape(1));
    const std::int64_t images = call.shape(1)[0], filters = dy.channels, filter = call.element % filters;
    if (call.output == 1) {
        ProductSum bias(call, 1);
        for (std::int64_t place = 0; place < call.shape(1).elements() / filters; ++place)
            bias.add(place * filters + filter);
        return bias.finish(1);
    }
    const std::int64_t channels = x.channels / groups, tap = call.element / filters / channels;
    const std::int64_t channel = filter / (filters / groups) * channels + call.element / filters % channels;
    const std::array<std::int64_t, 3> tapAt{tap / (axes[1].kernel * axes[2].kernel), tap / axes[2].kernel % axes[1].kernel,
                                            tap % axes[2].kernel};
    ProductSum sum(call, 0, 1);
    for (std::int64_t place = 0; place < images * dy.sizes[0] * dy.sizes[1] * dy.sizes[2]; ++place) {
        const std::array<std::int64_t, 3> at{place / dy.sizes[2] / dy.sizes[1] % dy.sizes[0], place / dy.sizes[2] % dy.sizes[1],
                                             place % dy.sizes[2]};
        std::array<std::int64_t, 3> cell{};
        for (std::size_t i = 0; i < 3; ++i)
            cell[i] = at[i] * axes[i].stride - axes[i].before + tapAt[i] * axes[i].dilation;
        x.image = place / (dy.sizes[0] * dy.sizes[1] * dy.sizes[2]);
        if (x.contains(cell))
            sum.add(x.element(cell, channel), place * filters + filter);
    }
    return sum.finish(1);
}

/// The share of each window's gradient that its number at this place gets: `shareOf(window)`.
template <class Share>
double poolBack(OpCall& call, const CoveredNumber& number, const char* function, const Share& shareOf)
{
    std::vector<double> shares;
    double total = 0.0;
    for (const CoveringWindow& window : number.windows) {
        shares.push_back(shareOf(window));
        if (shares.back() != 0.0) // what does not arrive may be infinite
            total += shares.back() * call.in(0, number.dy.element(window.at, number.channel));
    }
    if (!call.step)
        return total;
    ExplainedStep& step = *call.step;
    step.kind = StepKind::products;
    step.function = function;
    call.addOperand(0);
    std::vector<Term> terms;
    std::vector<CoveringWindow> marked;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        Term& term = terms.emplace_back(call.term(0, number.dy.element(number.windows[i].at, number.channel)));
        term.factor = shares[i];
        term.value = shares[i] == 0.0 ? 0.0 : term.input * shares[i];
        if (shares[i] != 0.0)
            marked.push_back(number.windows[i]);
    }
    keepTerms(step, std::move(terms));
    step.channels = 1;
    step.window = pictureOfGradient(call, number, number.channel, marked.empty() ? number.windows : marked);
    if (!marked.empty())
        call.follow(0, number.dy.element(marked.front().at, number.channel));
    return total;
}

} // namespace

double conv2dBackwardData(OpCall& call)
{
    const auto& attributes = call.as<Conv2dAttributes>();
    return convolveBack(call, axesOf(attributes.window), attributes.groups);
}

double conv3dBackwardData(OpCall& call)
{
    const auto& attributes = call.as<Conv3dAttributes>();
    return convolveBack(call, attributes.window.axes, attributes.groups);
}

double conv2dBackwardWeights(OpCall& call)
{
    const auto& attributes = call.as<Conv2dAttributes>();
    return kernelGradient(call, axesOf(attributes.window), attributes.groups);
}

double conv3dBackwardWeights(OpCall& call)
{
    const auto& attributes = call.as<Conv3dAttributes>();
    return kernelGradient(call, attributes.window.axes, attributes.groups);
}

/// The gradient of a window goes to its maximum alone, wherever that was in the way forward.
double maxPoolBackward(OpCall& call)
{
    const CoveredNumber number(axesOf(call.as<Pool2dAttributes>().window), call.outputShape(), call.shape(0), call.element);
    return poolBack(call, number, "max_pool_gradient", [&](const CoveringWindow& window) {
        return call.in(1, number.dy.element(window.at, number.channel)) == static_cast<double>(window.tap) ? 1.0 : 0.0;
    });
}

/// Each number of a window has the same part in its mean; padding has none.
double averagePoolBackward(OpCall& call)
{
    const auto axes = axesOf(call.as<Pool2dAttributes>().window);
    const CoveredNumber number(axes, call.outputShape(), call.shape(0), call.element);
    return poolBack(call, number, "average_pool_gradient", [&](const CoveringWindow& window) {
        const PlacedWindow placed(axes, call.outputShape(), call.shape(0), number.dy.element(window.at, number.channel));
        std::int64_t counted = 0;
        for (std::int64_t tap = 0; tap < placed.taps(); ++tap)
            counted += placed.x.contains(placed.cellOf(tap)) ? 1 : 0;
        return 1.0 / static_cast<double>(counted);
    });
}

} // namespace netsmith::inspect::explain
