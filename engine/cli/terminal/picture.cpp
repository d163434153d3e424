#include "engine/cli/terminal/picture.h"

#include <algorithm>
#include <array>

namespace netsmith::cli {
namespace {

constexpr std::array shades{" ", "░", "▒", "▓", "█"};

/// Brightness 0 … 255 of a pixel: the mean of its channels.
int brightness(std::span<const std::byte> sample, const Shape& shape, std::int64_t row, std::int64_t column)
{
    const std::int64_t channels = shape[2];
    const std::size_t at = static_cast<std::size_t>((row * shape[1] + column) * channels);
    int sum = 0;
    for (std::int64_t channel = 0; channel < channels; ++channel)
        sum += std::to_integer<int>(sample[at + static_cast<std::size_t>(channel)]);
    return sum / static_cast<int>(channels);
}

} // namespace

bool isPicture(const data::FieldSpec& field)
{
    return field.type == DataType::u8 && field.classes == 0 && field.shape.rank() == 3
        && (field.shape[2] == 1 || field.shape[2] == 3);
}

std::string pictures(const data::Field& field, const std::vector<std::int64_t>& samples, std::size_t columns)
{
    const Shape& shape = field.spec.shape;
    const auto width = static_cast<std::size_t>(shape[1]) + 1;
    const std::size_t count = std::min(samples.size(), columns / width);
    std::string out;
    if (count == 0)
        return out;
    for (std::int64_t row = 0; row < shape[0]; row += 2) {
        std::string line;
        for (std::size_t i = 0; i < count; ++i) {
            const std::span<const std::byte> sample = field.sample(samples[i]);
            for (std::int64_t column = 0; column < shape[1]; ++column) {
                const int upper = brightness(sample, shape, row, column);
                const int lower = row + 1 < shape[0] ? brightness(sample, shape, row + 1, column) : upper;
                line += shades[static_cast<std::size_t>((upper + lower) * static_cast<int>(shades.size()) / 512)];
            }
            line += ' ';
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + '\n';
    }
    return out;
}

} // namespace netsmith::cli
