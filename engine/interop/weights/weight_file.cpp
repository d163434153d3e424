#include "engine/interop/weights/weight_file.h"

#include "engine/core/bfloat16.h"
#include "engine/core/error.h"
#include "engine/core/float16.h"
#include "engine/interop/weights/darknet_weights.h"
#include "engine/interop/weights/keras_weights.h"
#include "engine/interop/weights/onnx_weights.h"
#include "engine/interop/weights/tflite_weights.h"
#include "engine/interop/weights/weight_formats.h"
#include "engine/input/zip_archive.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cstring>

namespace netsmith::interop {
namespace {

struct WeightFormat {
    std::string_view name; ///< for people
    std::string_view endings; ///< of its files, each with a space after it
    bool (*recognises)(std::span<const std::byte> content);
    WeightFile (*read)(const MappedFile& file, const std::filesystem::path& path);
};

/// Of a format whose files begin with nothing of their own: only the name tells it.
bool recognisesNothing(std::span<const std::byte>)
{
    return false;
}

bool recognisesTflite(std::span<const std::byte> content)
{
    constexpr std::string_view identifier = "TFL3"; // after the offset of the root table
    return content.size() >= 8 && std::memcmp(&content[4], identifier.data(), identifier.size()) == 0;
}

bool recognisesKerasArchive(std::span<const std::byte> content)
{
    if (!data::ZipArchive::begins(content))
        return false;
    try {
        return data::ZipArchive(content, "").find("model.weights.h5") != nullptr;
    } catch (const Error&) {
        return false;
    }
}

template <auto reader>
WeightFile readByPath(const MappedFile&, const std::filesystem::path& path)
{
    return reader(path).take();
}

template <auto reader>
WeightFile readContent(const MappedFile& file, const std::filesystem::path& path)
{
    return reader(file, path.string()).take();
}

/// In the order in which files are tried.
constexpr std::array weightFormats{
    WeightFormat{"safetensors", ".safetensors ", recognisesSafetensors, readSafetensorsWeights},
    WeightFormat{"PyTorch", ".pt .pth .th .ckpt ", recognisesPyTorch, readPyTorch},
    WeightFormat{"Keras", ".keras ", recognisesKerasArchive, readContent<readKerasArchive>},
    WeightFormat{"Keras HDF5", ".h5 .hdf5 ", isHdf5, readContent<readKerasH5>},
    WeightFormat{"TensorFlow Lite", ".tflite ", recognisesTflite, readByPath<readTfliteWeights>},
    WeightFormat{"ONNX", ".onnx ", recognisesNothing, readByPath<readOnnxWeights>},
    WeightFormat{"Darknet", ".weights ", recognisesNothing, readByPath<readDarknetWeights>},
    WeightFormat{"NPY", ".npy ", recognisesNpy, readNpyWeights},
    WeightFormat{"NPZ", ".npz ", recognisesNpz, readNpzWeights},
};

/// The format that the content has or else, so that its reader says what is wrong, the one that the name claims.
const WeightFormat* formatOf(std::span<const std::byte> content, const std::filesystem::path& path)
{
    for (const WeightFormat& format : weightFormats)
        if (format.recognises(content))
            return &format;
    std::string ending = path.extension().string();
    std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (const WeightFormat& format : weightFormats)
        if (!ending.empty() && format.endings.find(ending + ' ') != std::string_view::npos)
            return &format;
    return nullptr;
}

std::string formatNames()
{
    std::string names;
    for (const WeightFormat& format : weightFormats)
        names.append(names.empty() ? "" : ", ").append(format.name);
    return names;
}

template <class T, class ToFloat>
std::vector<float> converted(const WeightTensor& tensor, ToFloat toFloat)
{
    std::vector<float> floats(tensor.bytes.size() / sizeof(T));
    for (std::size_t i = 0; i < floats.size(); ++i) {
        T number{};
        std::memcpy(&number, tensor.bytes.data() + i * sizeof number, sizeof number); // files don't align their numbers
        floats[i] = toFloat(number);
    }
    return floats;
}

} // namespace

std::string_view idOf(Framework framework)
{
    switch (framework) {
    case Framework::unknown: return "unknown";
    case Framework::netsmith: return "netsmith";
    case Framework::keras: return "keras";
    case Framework::pytorch: return "pytorch";
    case Framework::onnx: return "onnx";
    case Framework::tflite: return "tflite";
    case Framework::darknet: return "darknet";
    }
    return "unknown";
}

const WeightTensor* WeightFile::find(std::string_view name) const
{
    const auto found = std::ranges::find(tensors, name, &WeightTensor::name);
    return found == tensors.end() ? nullptr : &*found;
}

Expected<WeightFile> readWeights(const std::filesystem::path& path)
try {
    if (std::error_code code; std::filesystem::is_directory(path, code))
        refuse(NS_MESSAGE("weights.folder", "{0} is a folder, and a file with weights is expected, of one of these formats: {1}"),
               path.string(), formatNames());
    const MappedFile file = mapFile(path).take();
    if (file.size == 0)
        refuse(NS_MESSAGE("weights.no_content", "{0} is empty; files with weights have one of these formats: {1}"), path.string(),
               formatNames());
    const WeightFormat* format = formatOf(file.all(), path);
    if (!format)
        refuse(NS_MESSAGE("weights.format", "{0} is in a format that can't be read; these can: {1}"), path.string(), formatNames());
    WeightFile weights = format->read(file, path);
    checkMapped(file.all());
    return weights;
} catch (const Error& error) {
    return error;
}

std::vector<float> floatsOf(const WeightTensor& tensor)
{
    std::vector<float> floats;
    if (tensor.type == DataType::f16)
        floats = converted<std::uint16_t>(tensor, halfValue);
    else if (tensor.type == DataType::bf16)
        floats =
            converted<std::uint16_t>(tensor, [](std::uint16_t bits) { return std::bit_cast<float>(std::uint32_t{bits} << 16); });
    else
        withCppType(tensor.type,
                    [&]<class T>(T) { floats = converted<T>(tensor, [](T number) { return static_cast<float>(number); }); });
    checkMapped(tensor.bytes);
    return floats;
}

} // namespace netsmith::interop
