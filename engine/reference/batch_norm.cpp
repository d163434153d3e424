#include "engine/ops/batch_norm.h"

#include "engine/backend/rank_sums.h"
#include "engine/reference/activation.h"
#include "engine/reference/call.h"

#include <cmath>

namespace netsmith::reference {
namespace {

/// x → activation(gamma · (x − mean) · deviation + beta + residual), all for one channel.
void normalise(const Call& call, std::int64_t channel, double mean, double deviation)
{
    const auto& attributes = call.as<BatchNormAttributes>();
    const Tensor& x = call.in(0);
    const std::int64_t channels = x.shape()[-1];
    for (std::int64_t i = channel; i < x.size(); i += channels) {
        double y = call.in(1)[channel] * (x[i] - mean) * deviation + call.in(2)[channel];
        if (attributes.residual)
            y += call.in(5)[i];
        call.out(0)[i] = activate(attributes.activation, y);
    }
}

} // namespace

template <>
void compute<ops::batchNorm>(const Call& call)
{
    const auto& attributes = call.as<BatchNormAttributes>();
    const Tensor& x = call.in(0);
    const std::int64_t channels = x.shape()[-1];
    RankSums moments(attributes.shared ? &call.communicator() : nullptr, channels, attributes.silent);
    double count = static_cast<double>(x.size() / channels);
    for (std::int64_t c = 0; c < channels; ++c) {
        double sum = 0.0;
        for (std::int64_t i = c; i < x.size(); i += channels)
            sum += x[i];
        const double mean = sum / count;
        double squares = 0.0;
        for (std::int64_t i = c; i < x.size(); i += channels)
            squares += (x[i] - mean) * (x[i] - mean);
        moments.first()[static_cast<std::size_t>(c)] = mean;
        moments.second()[static_cast<std::size_t>(c)] = squares;
    }
    if (attributes.shared) {
        moments.joinMoments(x.size() / channels).take();
        count = moments.rows();
    }
    for (std::int64_t c = 0; c < channels; ++c) {
        const double mean = moments.first()[static_cast<std::size_t>(c)];
        const double variance = moments.second()[static_cast<std::size_t>(c)] / count;
        const double deviation = 1.0 / std::sqrt(variance + attributes.epsilon);
        normalise(call, c, mean, deviation);
        call.out(1)[c] = mean;
        call.out(2)[c] = deviation;
        call.out(3)[c] = attributes.momentum * call.in(3)[c] + (1.0 - attributes.momentum) * mean;
        call.out(4)[c] = attributes.momentum * call.in(4)[c] + (1.0 - attributes.momentum) * variance;
    }
}

template <>
void compute<ops::batchNormBackward>(const Call& call)
{
    const auto& attributes = call.as<BatchNormAttributes>();
    const Tensor& x = call.in(0);
    const std::int64_t channels = x.shape()[-1];
    RankSums sums(attributes.shared ? &call.communicator() : nullptr, channels, attributes.silent);
    double count = static_cast<double>(x.size() / channels);
    const auto arrived = [&](std::int64_t i) {
        const double slope = attributes.activation == Activation::none ? 1.0 : slopeAt(attributes.activation, call.in(5)[i]);
        return call.in(4)[i] * slope;
    };
    for (std::int64_t c = 0; c < channels; ++c) {
        const double mean = call.in(2)[c];
        const double deviation = call.in(3)[c];
        double sum = 0.0;
        double product = 0.0;
        for (std::int64_t i = c; i < x.size(); i += channels) {
            sum += arrived(i);
            product += arrived(i) * (x[i] - mean) * deviation;
        }
        call.out(1)[c] = product;
        call.out(2)[c] = sum;
        sums.first()[static_cast<std::size_t>(c)] = sum;
        sums.second()[static_cast<std::size_t>(c)] = product;
    }
    if (attributes.shared) {
        sums.add(x.size() / channels).take();
        count = sums.rows();
    }
    for (std::int64_t c = 0; c < channels; ++c) {
        const double mean = call.in(2)[c], deviation = call.in(3)[c];
        const double sum = sums.first()[static_cast<std::size_t>(c)], product = sums.second()[static_cast<std::size_t>(c)];
        for (std::int64_t i = c; i < x.size(); i += channels) {
            const double normalised = (x[i] - mean) * deviation;
            if (attributes.residual)
                call.out(3)[i] = arrived(i);
            call.out(0)[i] = call.in(1)[c] * deviation * (arrived(i) - sum / count - normalised * product / count);
        }
    }
}

template <>
void compute<ops::batchNormInference>(const Call& call)
{
    const double epsilon = call.as<BatchNormAttributes>().epsilon;
    for (std::int64_t c = 0; c < call.in(0).shape()[-1]; ++c)
        normalise(call, c, call.in(3)[c], 1.0 / std::sqrt(call.in(4)[c] + epsilon));
}

template <>
void compute<ops::batchNormInferenceBackward>(const Call& call)
{
    const double epsilon = call.as<BatchNormAttributes>().epsilon;
    const Tensor& dy = call.in(0);
    const std::int64_t channels = dy.shape()[-1];
    for (std::int64_t i = 0; i < dy.size(); ++i)
        call.out(0)[i] = dy[i] * call.in(1)[i % channels] / std::sqrt(call.in(2)[i % channels] + epsilon);
}

} // namespace netsmith::reference
