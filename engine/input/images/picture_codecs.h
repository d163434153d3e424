#pragma once

#include "engine/input/images/picture_file.h"

namespace netsmith::data {

/// The decoders used by `decodePicture`; each gets bytes that start like its format.
Expected<PictureHeader> readPngHeader(std::span<const std::byte> file, const std::string& name);
Expected<DecodedPicture> decodePng(std::span<const std::byte> file, const std::string& name, const PictureWanted& wanted);
Expected<PictureHeader> readJpegHeader(std::span<const std::byte> file, const std::string& name);
Expected<DecodedPicture> decodeJpeg(std::span<const std::byte> file, const std::string& name, const PictureWanted& wanted);

Expected<PictureHeader> readWebpHeader(std::span<const std::byte> file, const std::string& name);
Expected<DecodedPicture> decodeWebp(std::span<const std::byte> file, const std::string& name, const PictureWanted& wanted);
Expected<PictureHeader> readBmpHeader(std::span<const std::byte> file, const std::string& name);
Expected<DecodedPicture> decodeBmp(std::span<const std::byte> file, const std::string& name, const PictureWanted& wanted);

/// The versions of the libraries that decode lossy pictures: another version may round differently.
int jpegLibrary();
int webpLibrary();

/// Checks a picture of this size in a file of this many bytes, each of which holds at most this many pixels; an error or nothing.
std::optional<Error> problemOfSize(std::uint64_t width, std::uint64_t height, std::size_t fileBytes, std::uint64_t pixelsPerByte,
                                   const std::string& name);

/// Converts a row of `count` pixels from `from` channels (1 grey, 2 with alpha, 3 colour, 4 with alpha) to `to` channels.
void convertRow(const std::uint8_t* in, int from, std::uint8_t* out, int to, int count);

} // namespace netsmith::data
