#include "engine/cuda/kernels/recurrence_weights.h"

#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernels/launch.h"

namespace netsmith::cuda::kernels {
namespace {

/// The position of each of our numbers there: rows of w, then of u, then the biases.
struct WeightPlaces {
    RecurrenceWeights at;

    NS_DEVICE std::int64_t operator()(std::int64_t row, std::int64_t column) const
    {
        const std::int64_t gate = column / at.units, unit = column - gate * at.units;
        const auto g = static_cast<std::size_t>(gate);
        if (row < at.inputs)
            return at.ofInput[g] + unit * at.inputs + row;
        row -= at.inputs;
        if (row < at.units)
            return at.ofState[g] + unit * at.units + row;
        return (row == at.units ? at.inputBias[g] : at.stateBias[g]) + unit;
    }
    std::int64_t width() const { return at.gates * at.units; }
    std::int64_t kernelElements() const { return (at.inputs + at.units) * width(); }
    std::int64_t ours() const { return kernelElements() + at.biases * width(); }
    std::int64_t theirs() const { return kernelElements() + 2 * width(); }
};

template <class T>
struct PackWeights {
    WeightPlaces places;
    std::int64_t width;
    const T* w;
    const float* u;
    const float* b;
    T* packed;

    NS_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t row = i / width, ofW = places.at.inputs * width, ofU = places.at.units * width;
        T value(0.0f);
        if (i < ofW)
            value = w[i];
        else if (i < ofW + ofU)
            value = T(u[i - ofW]);
        else if (b && row - places.at.inputs - places.at.units < places.at.biases)
            value = T(b[i - ofW - ofU]);
        packed[places(row, i - row * width)] = value;
    }
};

template <class T>
struct UnpackWeights {
    WeightPlaces places;
    std::int64_t width;
    const T* packed;
    float* w;
    float* u;
    float* b;

    NS_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t row = i / width, ofW = places.at.inputs * width, ofU = places.at.units * width;
        const auto value = static_cast<float>(packed[places(row, i - row * width)]);
        if (i < ofW)
            w[i] = value;
        else if (i < ofW + ofU)
            u[i - ofW] = value;
        else if (b)
            b[i - ofW - ofU] = value;
    }
};

} // namespace

template <class T>
void packWeights(Stream& stream, const RecurrenceWeights& places, const T* w, const float* u, const float* b, T* packed)
{
    const WeightPlaces where{places};
    launchEach(stream, where.theirs(), PackWeights<T>{where, where.width(), w, u, b, packed});
}

template <class T>
void unpackWeights(Stream& stream, const RecurrenceWeights& places, const T* packed, float* w, float* u, float* b)
{
    const WeightPlaces where{places};
    launchEach(stream, where.ours(), UnpackWeights<T>{where, where.width(), packed, w, u, b});
}

#define INSTANTIATE(T)                                                                                                             \
    template void packWeights<T>(Stream&, const RecurrenceWeights&, const T*, const float*, const float*, T*);                     \
    template void unpackWeights<T>(Stream&, const RecurrenceWeights&, const T*, float*, float*, float*);
NS_FOR_FLOAT_TYPES(INSTANTIATE)

} // namespace netsmith::cuda::kernels
