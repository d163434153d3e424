#include "tests/engine/input/picture_bytes.h"

#include <cstdio>
#include <cstdlib>

#include <jpeglib.h>
#include <png.h>

namespace netsmith::test {

std::string pngBytes(int width, int height, int colour, int depth, const std::vector<std::uint8_t>& rows, bool interlaced)
{
    std::string out;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    png_set_write_fn(
        png, &out,
        [](png_structp writer, png_bytep bytes, std::size_t size) {
            static_cast<std::string*>(png_get_io_ptr(writer))->append(reinterpret_cast<const char*>(bytes), size);
        },
        [](png_structp) {});
    png_set_IHDR(png, info, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height), depth, colour,
                 interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (colour == PNG_COLOR_TYPE_PALETTE) {
        png_color palette[] = {{0, 0, 0}, {255, 0, 0}, {128, 128, 128}, {255, 255, 255}};
        png_byte opacity[] = {255, 255, 0};
        png_set_PLTE(png, info, palette, 4);
        png_set_tRNS(png, info, opacity, 3, nullptr);
    }
    png_write_info(png, info);
    const std::size_t rowBytes = png_get_rowbytes(png, info);
    if (rows.size() != rowBytes * static_cast<std::size_t>(height))
        std::abort(); // the test itself is wrong
    std::vector<png_bytep> pointers;
    for (int y = 0; y < height; ++y)
        pointers.push_back(const_cast<png_bytep>(rows.data()) + static_cast<std::size_t>(y) * rowBytes);
    png_write_image(png, pointers.data());
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return out;
}

std::string exifBlock(int orientation, bool bigEndian)
{
    std::string out = bigEndian ? "MM" : "II";
    const auto put = [&](std::uint32_t value, int size) {
        for (int i = 0; i < size; ++i)
            out += static_cast<char>(value >> 8 * (bigEndian ? size - 1 - i : i) & 255u);
    };
    put(42, 2);
    put(8, 4); // the offset of the directory
    put(3, 2); // entries
    for (const auto& [tag, value] : {std::pair{0x0100, 7}, {0x0112, orientation}, {0x0128, 2}}) {
        put(static_cast<std::uint32_t>(tag), 2);
        put(3, 2); // a short
        put(1, 4);
        put(static_cast<std::uint32_t>(value), 2);
        put(0, 2);
    }
    put(0, 4);
    return out;
}

std::string jpegBytes(int width, int height, const std::vector<std::uint8_t>& pixels, const JpegOptions& options)
{
    if (pixels.size() != static_cast<std::size_t>(width) * static_cast<std::size_t>(height * options.channels))
        std::abort(); // the test itself is wrong
    jpeg_compress_struct info{};
    jpeg_error_mgr errors{};
    info.err = jpeg_std_error(&errors);
    jpeg_create_compress(&info);
    unsigned char* memory = nullptr;
    unsigned long size = 0;
    jpeg_mem_dest(&info, &memory, &size);
    info.image_width = static_cast<JDIMENSION>(width);
    info.image_height = static_cast<JDIMENSION>(height);
    info.input_components = options.channels;
    info.in_color_space = options.channels == 1 ? JCS_GRAYSCALE : options.channels == 3 ? JCS_RGB : JCS_CMYK;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, options.quality, TRUE);
    for (int i = 0; i < info.num_components; ++i)
        info.comp_info[i].h_samp_factor = info.comp_info[i].v_samp_factor = 1;
    if (options.channels == 4)
        info.write_Adobe_marker = options.adobe ? TRUE : FALSE;
    if (options.progressive)
        jpeg_simple_progression(&info);
    jpeg_start_compress(&info, TRUE);
    if (options.orientation > 0) {
        const std::string exif = std::string("Exif\0\0", 6) + exifBlock(options.orientation, options.bigEndian);
        jpeg_write_marker(&info, JPEG_APP0 + 1, reinterpret_cast<const JOCTET*>(exif.data()), static_cast<unsigned>(exif.size()));
    }
    const std::size_t rowBytes = static_cast<std::size_t>(width * options.channels);
    while (info.next_scanline < info.image_height) {
        JSAMPROW row = const_cast<JSAMPROW>(pixels.data()) + info.next_scanline * rowBytes;
        jpeg_write_scanlines(&info, &row, 1);
    }
    jpeg_finish_compress(&info);
    jpeg_destroy_compress(&info);
    std::string out(reinterpret_cast<const char*>(memory), size);
    std::free(memory);
    return out;
}

} // namespace netsmith::test
