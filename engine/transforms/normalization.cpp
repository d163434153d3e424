#include "engine/core/error.h"
#include "engine/ops/affine.h"
#include "engine/ops/transform_call.h"
#include "engine/transforms/transforms.h"

#include <algorithm>

namespace netsmith::transform {
namespace {

struct Parameters {
    std::vector<double> mean{0.5};
    std::vector<double> stddev{0.5};
};

double of(const std::vector<double>& numbers, std::size_t channel)
{
    return numbers[std::min(channel, numbers.size() - 1)];
}

Shape checked(const Parameters& p, const Shape& image)
{
    for (const std::vector<double>& numbers : {p.mean, p.stddev})
        if (numbers.size() != 1 && static_cast<std::int64_t>(numbers.size()) != image[2])
            throw Error(ErrorKind::input,
                        NS_MESSAGE("normalization.channels", "expected one number for all channels or {0}, one for each, got {1}"),
                        image[2], numbers.size());
    return image;
}

/// (x − mean) / stddev of each channel. For what follows, black and white are the minimum and maximum over the channels.
void lower(const Parameters& p, TransformCall& call)
{
    std::vector<double> factors, offsets;
    TransformCall::Range range;
    for (std::size_t c = 0; c < std::max(p.mean.size(), p.stddev.size()); ++c) {
        factors.push_back(1.0 / of(p.stddev, c));
        offsets.push_back(-of(p.mean, c) / of(p.stddev, c));
        const double black = call.range.black * factors[c] + offsets[c];
        const double white = call.range.white * factors[c] + offsets[c];
        range.black = c == 0 ? black : std::min(range.black, black);
        range.white = c == 0 ? white : std::max(range.white, white);
    }
    call.setImage(emitAffine(call.emitter(), call.image(), std::move(factors), std::move(offsets)));
    call.setRange(range);
}

} // namespace

TransformSpec normalization()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .reals(
            "mean", &Parameters::mean, 1, AffineAttributes::mostChannels, NS_TEXT("normalization", "Mean"),
            NS_TEXT("normalization", "What is subtracted from each channel; black is 0 and white 1 unless the data say otherwise."))
        .range(-1e6, 1e6)
        .usual(0.0, 1.0)
        .reals("stddev", &Parameters::stddev, 1, AffineAttributes::mostChannels, NS_TEXT("normalization", "Deviation"),
               NS_TEXT("normalization", "What each channel is then divided by."))
        .hard({0.0, 1e6, true, false})
        .usual(0.1, 1.0);
    return TransformBuilder<Parameters>(
               "normalization", NS_TEXT("normalization", "Normalize"),
               NS_TEXT("normalization", "Subtracts a mean from each channel and divides it by a standard deviation."))
        .parameters(parameters)
        .prepares()
        .changesNumbersAlone()
        .shape(checked)
        .lower(lower)
        .build();
}

} // namespace netsmith::transform
