#include "engine/cli/terminal/contact_sheet.h"

#include <png.h>

#include <algorithm>

namespace netsmith::cli {
namespace {

constexpr std::size_t margin = 2; // pixels
constexpr auto paper = static_cast<std::byte>(96); // neither an image's black nor its white

} // namespace

Expected<std::vector<std::byte>> contactSheet(const Shape& shape, std::span<const std::vector<std::byte>> images,
                                              std::size_t columns)
{
    const auto height = static_cast<std::size_t>(shape[0]), width = static_cast<std::size_t>(shape[1]);
    const auto channels = static_cast<std::size_t>(shape[2]);
    const std::size_t rows = (images.size() + columns - 1) / columns;
    const std::size_t sheetWidth = columns * (width + margin) + margin;
    const std::size_t sheetHeight = rows * (height + margin) + margin;
    std::vector<std::byte> sheet(sheetWidth * sheetHeight * channels, paper);
    for (std::size_t i = 0; i < images.size(); ++i)
        for (std::size_t row = 0; row < height; ++row) {
            const std::size_t y = margin + i / columns * (height + margin) + row;
            const std::size_t x = margin + i % columns * (width + margin);
            std::copy_n(images[i].begin() + static_cast<std::ptrdiff_t>(row * width * channels), width * channels,
                        sheet.begin() + static_cast<std::ptrdiff_t>((y * sheetWidth + x) * channels));
        }

    png_image picture{};
    picture.version = PNG_IMAGE_VERSION;
    picture.width = static_cast<png_uint_32>(sheetWidth);
    picture.height = static_cast<png_uint_32>(sheetHeight);
    picture.format = channels == 1 ? PNG_FORMAT_GRAY : PNG_FORMAT_RGB;
    png_alloc_size_t bytes = PNG_IMAGE_PNG_SIZE_MAX(picture);
    std::vector<std::byte> png(bytes);
    if (!png_image_write_to_memory(&picture, png.data(), &bytes, 0, sheet.data(), 0, nullptr))
        return Error(ErrorKind::failed, NS_MESSAGE("cli.sheet", "the contact sheet can't be made: {0}"), picture.message);
    png.resize(bytes);
    return png;
}

} // namespace netsmith::cli
