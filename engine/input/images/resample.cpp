#include "engine/input/images/resample.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace netsmith::data {
namespace {

constexpr int weightBits = 22; // 255 times weights that sum to 1 stay below 2^31
constexpr std::int32_t half = 1 << (weightBits - 1);

/// The source pixels of each new pixel along one axis, and their weights.
struct Weights {
    std::vector<int> first;
    std::vector<int> count;
    std::vector<std::int32_t> values; ///< `most` per new pixel
    int most = 0;
};

Weights weightsFor(int size, double from, double to, int out)
{
    const double scale = (to - from) / out;
    const double reach = std::max(scale, 1.0); // of the triangle, to either side
    Weights weights;
    weights.most = static_cast<int>(std::ceil(reach)) * 2 + 1;
    weights.values.assign(static_cast<std::size_t>(out) * static_cast<std::size_t>(weights.most), 0);
    std::vector<double> raw(static_cast<std::size_t>(weights.most));
    for (int i = 0; i < out; ++i) {
        const double centre = from + (i + 0.5) * scale;
        const int first = std::clamp(static_cast<int>(centre - reach + 0.5), 0, size - 1);
        const int last = std::clamp(static_cast<int>(centre + reach + 0.5), first + 1, size);
        const int count = std::min(last - first, weights.most);
        double sum = 0.0;
        for (int k = 0; k < count; ++k) {
            const double distance = std::abs((first + k + 0.5 - centre) / reach);
            raw[static_cast<std::size_t>(k)] = std::max(0.0, 1.0 - distance);
            sum += raw[static_cast<std::size_t>(k)];
        }
        std::int32_t* values = &weights.values[static_cast<std::size_t>(i) * static_cast<std::size_t>(weights.most)];
        for (int k = 0; k < count; ++k)
            values[k] = static_cast<std::int32_t>(std::floor(raw[static_cast<std::size_t>(k)] / sum * (1 << weightBits) + 0.5));
        weights.first.push_back(first);
        weights.count.push_back(count);
    }
    return weights;
}

std::uint8_t byteOf(std::int32_t sum)
{
    return static_cast<std::uint8_t>(std::clamp(sum >> weightBits, 0, 255));
}

template <int channels>
void resampleRow(const std::uint8_t* in, std::uint8_t* out, const Weights& weights, int width)
{
    for (int x = 0; x < width; ++x, out += channels) {
        const auto at = static_cast<std::size_t>(x);
        const std::int32_t* values = &weights.values[at * static_cast<std::size_t>(weights.most)];
        const std::uint8_t* pixel = in + weights.first[at] * channels;
        std::int32_t sums[channels];
        std::fill_n(sums, channels, half);
        for (int k = 0; k < weights.count[at]; ++k, pixel += channels)
            for (int c = 0; c < channels; ++c)
                sums[c] += pixel[c] * values[k];
        for (int c = 0; c < channels; ++c)
            out[c] = byteOf(sums[c]);
    }
}

void resampleRow(const std::uint8_t* in, std::uint8_t* out, const Weights& weights, int width, int channels)
{
    switch (channels) {
    case 1: return resampleRow<1>(in, out, weights, width);
    case 3: return resampleRow<3>(in, out, weights, width);
    default: return resampleRow<4>(in, out, weights, width);
    }
}

/// Premultiplies colours by alpha, so that invisible colours do not bleed; and back.
void multiplyOpacity(Picture& picture)
{
    std::uint8_t* pixel = picture.pixels.get();
    for (std::size_t at = 0; at < picture.bytes(); at += 4, pixel += 4)
        for (int c = 0; c < 3; ++c)
            pixel[c] = static_cast<std::uint8_t>((pixel[c] * pixel[3] + 127) / 255);
}

void divideOpacity(Picture& picture)
{
    std::uint8_t* pixel = picture.pixels.get();
    for (std::size_t at = 0; at < picture.bytes(); at += 4, pixel += 4)
        for (int c = 0; c < 3 && pixel[3] != 0 && pixel[3] != 255; ++c)
            pixel[c] = static_cast<std::uint8_t>(std::min(255, (pixel[c] * 255 + pixel[3] / 2) / pixel[3]));
}

Picture copied(const Picture& picture)
{
    Picture out = newPicture(picture.width, picture.height, picture.channels);
    std::memcpy(out.pixels.get(), picture.pixels.get(), picture.bytes());
    return out;
}

Picture resampleChannels(const Picture& picture, const Box& box, int width, int height)
{
    const Weights across = weightsFor(picture.width, box.left, box.right, width);
    const Weights down = weightsFor(picture.height, box.top, box.bottom, height);
    // Only the rows that the second pass reads.
    const int firstRow = down.first.front();
    const int rows = down.first.back() + down.count.back() - firstRow;
    const Picture narrow = newPicture(width, rows, picture.channels);
    for (int y = 0; y < rows; ++y)
        resampleRow(picture.row(firstRow + y), narrow.row(y), across, width, picture.channels);

    Picture out = newPicture(width, height, picture.channels);
    const std::size_t values = out.rowBytes();
    std::vector<std::int32_t> sums(values);
    for (int y = 0; y < height; ++y) {
        const auto at = static_cast<std::size_t>(y);
        std::ranges::fill(sums, half);
        for (int k = 0; k < down.count[at]; ++k) {
            const std::int32_t weight = down.values[at * static_cast<std::size_t>(down.most) + static_cast<std::size_t>(k)];
            const std::uint8_t* in = narrow.row(down.first[at] + k - firstRow);
            for (std::size_t x = 0; x < values; ++x)
                sums[x] += in[x] * weight;
        }
        std::uint8_t* row = out.row(y);
        for (std::size_t x = 0; x < values; ++x)
            row[x] = byteOf(sums[x]);
    }
    return out;
}

} // namespace

Picture resample(const Picture& picture, const Box& box, int width, int height)
{
    const bool whole = box.left == 0.0 && box.top == 0.0 && box.right == picture.width && box.bottom == picture.height;
    if (whole && width == picture.width && height == picture.height)
        return copied(picture);
    if (picture.channels != 4)
        return resampleChannels(picture, box, width, height);
    Picture weighed = copied(picture);
    multiplyOpacity(weighed);
    Picture out = resampleChannels(weighed, box, width, height);
    divideOpacity(out);
    return out;
}

Picture fitted(const Picture& picture, int width, int height, Fit fit)
{
    const double wide = picture.width, high = picture.height;
    if (fit == Fit::stretch)
        return resample(picture, {0.0, 0.0, wide, high}, width, height);
    if (fit == Fit::crop) {
        const double scale = std::min(wide / width, high / height);
        const double left = (wide - width * scale) / 2.0, top = (high - height * scale) / 2.0;
        return resample(picture, {left, top, wide - left, high - top}, width, height);
    }
    const double scale = std::max(wide / width, high / height);
    const int innerWidth = std::clamp(static_cast<int>(std::lround(wide / scale)), 1, width);
    const int innerHeight = std::clamp(static_cast<int>(std::lround(high / scale)), 1, height);
    const Picture inner = resample(picture, {0.0, 0.0, wide, high}, innerWidth, innerHeight);
    Picture out = newPicture(width, height, picture.channels);
    std::memset(out.pixels.get(), 0, out.bytes());
    const auto left = static_cast<std::size_t>((width - innerWidth) / 2 * picture.channels);
    for (int y = 0; y < innerHeight; ++y)
        std::memcpy(out.row((height - innerHeight) / 2 + y) + left, inner.row(y), inner.rowBytes());
    return out;
}

} // namespace netsmith::data
