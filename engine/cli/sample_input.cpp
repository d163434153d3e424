#include "engine/cli/sample_input.h"

#include "engine/core/safe_file.h"
#include "engine/data/csv_table.h"
#include "engine/data/idx.h"
#include "engine/data/text/token_counts.h"
#include "engine/data/text/token_rows.h"

#include <png.h>

#include <cstring>

namespace netsmith::cli {
namespace {

namespace fs = std::filesystem;

/// libpng's simplified reader and what it holds, freed however the reading ends.
struct PngReader {
    png_image image{};

    PngReader() { image.version = PNG_IMAGE_VERSION; }
    ~PngReader() { png_image_free(&image); }
    PngReader(const PngReader&) = delete;
    PngReader& operator=(const PngReader&) = delete;
};

Error notReadable(const fs::path& path, const PngReader& reader)
{
    return Error(ErrorKind::input, NS_MESSAGE("cli.sample.png", "{0} can't be read as a PNG picture: {1}"), path.string(),
                 reader.image.message);
}

Expected<data::Field> readPng(const fs::path& path, const data::FieldSpec& field)
{
    const Shape& shape = field.shape;
    if (field.type != DataType::u8 || shape.rank() != 3 || (shape[2] != 1 && shape[2] != 3))
        return Error(ErrorKind::input,
                     NS_MESSAGE("cli.sample.no_picture",
                                "{0} is a picture, but the network's field \"{1}\" holds {2} {3}; give an IDX "
                                "file of such samples"),
                     path.string(), field.name, shape.text(), nameOf(field.type));
    PngReader reader;
    if (!png_image_begin_read_from_file(&reader.image, path.c_str()))
        return notReadable(path, reader);
    // Before the pixels: a small file may claim a picture that fills the memory.
    if (reader.image.height != shape[0] || reader.image.width != shape[1])
        return Error(ErrorKind::input,
                     NS_MESSAGE("cli.sample.size",
                                "{0} has {1}×{2} pixels, but the network's field \"{3}\" takes {4}×{5}; scale the "
                                "picture to that size first"),
                     path.string(), reader.image.height, reader.image.width, field.name, shape[0], shape[1]);
    reader.image.format = shape[2] == 1 ? PNG_FORMAT_GRAY : PNG_FORMAT_RGB;
    data::NewField made = data::makeField(field, 1);
    const png_color black{};
    if (!png_image_finish_read(&reader.image, &black, made.bytes, 0, nullptr))
        return notReadable(path, reader);
    return made.field;
}

Expected<data::Field> readIdxSamples(const fs::path& path, const data::FieldSpec& field)
{
    // Grey pictures in IDX files have no axis of channels.
    const std::span<const std::int64_t> sizes = field.shape.sizes();
    const bool grey = sizes.size() == 3 && sizes.back() == 1;
    Expected<data::IdxArray> array = data::readIdx(path, data::IdxWanted{field.type, grey ? Shape(sizes.first(2)) : field.shape});
    if (!array)
        return array.error();
    data::Field samples{field, array->shape[0], array->bytes};
    data::checkClasses(samples, path.string());
    return samples;
}

Expected<data::Field> readRows(const fs::path& path, const data::FieldSpec& field)
try {
    return data::readCsvColumns([&] { return data::openBytes(path); }, path.string(), field);
} catch (const Error& error) {
    return error;
}

/// A text file as one sample.
Expected<data::Field> readText(const fs::path& path, const data::FieldSpec& field)
{
    const Expected<std::string> text = readTextFile(path);
    if (!text)
        return text.error();
    if (auto error = data::noText(*text, path.string()))
        return *error;
    data::NewField made = data::makeField(field, 1);
    data::writeTokens(*text, field, made.bytes);
    return made.field;
}

} // namespace

Expected<data::Field> readSamples(const fs::path& path, const data::FieldSpec& field)
{
    std::error_code code;
    if (!fs::is_regular_file(path, code))
        return Error(ErrorKind::input, NS_MESSAGE("cli.sample.missing", "there is no file {0}"), path.string());
    if (!field.columns.empty())
        return readRows(path, field);
    if (field.vocabulary)
        return readText(path, field);
    const std::string extension = path.extension().string();
    if (extension == ".csv" || extension == ".CSV")
        return Error(ErrorKind::input,
                     NS_MESSAGE("cli.sample.table",
                                "{0} is a table, and the run keeps no columns by which to read it; give pictures or IDX, or train "
                                "the run again if it learnt a series"),
                     path.string());
    return extension == ".png" || extension == ".PNG" ? readPng(path, field) : readIdxSamples(path, field);
}

} // namespace netsmith::cli
