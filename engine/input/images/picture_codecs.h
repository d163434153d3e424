#pragma once

#include "engine/input/images/picture_file.h"

namespace netsmith::data {

/// The decoders behind `decodePicture`; each gets bytes that begin as its format does.
Expected<PictureHeader> readPngHeader(std::span<const std::byte> file, const std::string& name);
Expected<DecodedPicture> decodePng(std::span<const std::byte> file, const std::string& name, const PictureWanted& wanted);
Expected<PictureHeader> readJpegHeader(std::span<const std::byte> file, const std::string& name);
Expected<DecodedPicture> decodeJpeg(std::span<const std::byte> file, const std::string& name, const PictureWanted& wanted);

Expected<PictureHeader> readWebpHeader(std::span<const std::byte> file, const std::string& name);
Expected<DecodedPicture> decodeWebp(std::span<const std::byte> file, const std::string& name, const PictureWanted& wanted);
Expected<PictureHeader> readBmpHeader(std::span<const std::byte> file, const std::string& name);
Expected<DecodedPicture> decodeBmp(std::span<const std::byte> file, const std::string& name, const PictureWanted& wanted);

/// The versions of the libraries that decode lossy pictures: another one may round otherwise.
int jpegLibrary();
int webpLibrary();

/// What is wrong with a picture of such sides in a file of so many bytes, of which each holds at most so many pixels; or nothing.
std::optional<Error> problemOfSize(std::uint64_t width, std::uint64_t height, std::size_t fileBytes, std::uint64_t pixelsPerByte,
                                   const std::string& name);

/// A row of `count` pixels of `from` channels (1 grey, 2 with opacity, 3 colour, 4 with opacity) as `to` channels.
void convertRow(const std::uint8_t* in, int from, std::uint8_t* out, int to, int count);

} // namespace netsmith::data
