#include "engine/interop/weights/darknet_weights.h"

#include "engine/core/checked.h"
#include <bit>
#include <cstring>
#include <deque>
#include <optional>
#include <utility>

namespace netsmith::interop {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are used as they lie in the file");

/// Reads the numbers in the order of load_convolutional_weights and load_connected_weights (darknet, src/parser.c).
class DarknetReader {
public:
    DarknetReader(std::span<const std::byte> bytes, std::shared_ptr<const void> owner, std::string_view name,
                  std::string_view network)
        : m_rest(bytes)
        , m_name(name)
        , m_network(network)
    {
        m_content->owner = std::move(owner);
    }

    WeightFile read(const DarknetNetwork& network)
    {
        readHead();
        for (const DarknetLayer& layer : network.layers)
            if (layer.kind == DarknetLayer::Kind::convolutional)
                readConvolution(layer);
            else
                readConnected(layer);
        if (!m_rest.empty())
            refuse(NS_MESSAGE("darknet.rest",
                              "{0} goes on for {1:byte|bytes} after the last layer of {2}; the two files don't belong "
                              "together: look for the .cfg that it was trained with"),
                   m_name, m_rest.size(), m_network);
        m_file.format = "Darknet";
        m_file.framework = Framework::darknet;
        m_file.content = std::move(m_content);
        return std::move(m_file);
    }

private:
    struct Content {
        std::shared_ptr<const void> owner{};
        std::deque<std::vector<std::byte>> transposed{};
    };

    /// The version in three numbers, and how many images were seen, in 32 bits before version 0.2.
    void readHead()
    {
        struct Version {
            std::int32_t major = 0, minor = 0, revision = 0;
        };
        Version version;
        const bool isWhole = m_rest.size() >= sizeof version;
        if (isWhole)
            std::memcpy(&version, m_rest.data(), sizeof version);
        constexpr std::int32_t most = 1000;
        const bool isWide = std::int64_t{version.major} * 10 + version.minor >= 2 && version.major < most && version.minor < most;
        const std::size_t size = sizeof version + (isWide ? sizeof(std::uint64_t) : sizeof(std::uint32_t));
        if (!isWhole || m_rest.size() < size || version.major < 0 || version.minor < 0)
            refuse(NS_MESSAGE("darknet.head", "{0} does not begin with a version like Darknet's weights; download it again"),
                   m_name);
        m_transposed = version.major > most || version.minor > most;
        m_rest = m_rest.subspan(size);
    }

    void readConvolution(const DarknetLayer& layer)
    {
        take(layer, "bias", {layer.outputs});
        if (layer.batchNormalize)
            takeStatistics(layer);
        const WeightTensor& kernel = take(layer, "kernel", {layer.outputs, layer.inputs, layer.size, layer.size});
        if (layer.flipped)
            transpose(kernel.shape.elements() / layer.outputs, layer.outputs);
    }

    void readConnected(const DarknetLayer& layer)
    {
        take(layer, "bias", {layer.outputs});
        take(layer, "kernel", {layer.outputs, layer.inputs});
        if (m_transposed)
            transpose(layer.inputs, layer.outputs);
        if (layer.batchNormalize)
            takeStatistics(layer);
    }

    void takeStatistics(const DarknetLayer& layer)
    {
        for (const char* kind : {"gamma", "moving_mean", "moving_variance"})
            take(layer, kind, {layer.outputs});
    }

    const WeightTensor& take(const DarknetLayer& layer, const char* kind, std::initializer_list<std::int64_t> sizes)
    {
        std::optional<std::int64_t> bytes = sizeof(float);
        for (const std::int64_t size : sizes)
            bytes = bytes ? checkedMultiply(*bytes, size) : std::nullopt;
        if (!bytes || *bytes > static_cast<std::int64_t>(m_rest.size()))
            refuse(NS_MESSAGE("darknet.short",
                              "{0} ends within {1}/{2}, the layer in line {3} of {4}; it is truncated, has the weights "
                              "of the first layers only, or belongs to another .cfg"),
                   m_name, layer.name, kind, layer.line, m_network);
        m_file.tensors.push_back(
            {layer.name + "/" + kind, "float32", DataType::f32, Shape(sizes), m_rest.first(static_cast<std::size_t>(*bytes))});
        m_rest = m_rest.subspan(static_cast<std::size_t>(*bytes));
        return m_file.tensors.back();
    }

    /// Makes columns × rows of the last tensor, which the file has as rows × columns.
    void transpose(std::int64_t rows, std::int64_t columns)
    {
        WeightTensor& tensor = m_file.tensors.back();
        std::vector<std::byte>& out = m_content->transposed.emplace_back(tensor.bytes.size());
        const auto height = static_cast<std::size_t>(rows), width = static_cast<std::size_t>(columns);
        for (std::size_t row = 0; row < height; ++row)
            for (std::size_t column = 0; column < width; ++column)
                std::memcpy(&out[(column * height + row) * sizeof(float)], &tensor.bytes[(row * width + column) * sizeof(float)],
                            sizeof(float));
        tensor.bytes = out;
    }

    std::span<const std::byte> m_rest;
    std::string m_name;
    std::string m_network;
    bool m_transposed = false; ///< the kernels of connected layers are
    std::shared_ptr<Content> m_content = std::make_shared<Content>();
    WeightFile m_file{};
};

std::string_view textOf(const MappedFile& file)
{
    return {reinterpret_cast<const char*>(file.bytes.get()), file.size};
}

} // namespace

Expected<WeightFile> readDarknetWeights(const std::filesystem::path& path)
try {
    std::filesystem::path network = path;
    network.replace_extension(".cfg");
    if (!std::filesystem::exists(network))
        refuse(NS_MESSAGE("darknet.no_cfg",
                          "{0} has no names for its numbers: the network that it was trained with, {1}, is missing; put "
                          "it there"),
               path.string(), network.string());
    const MappedFile text = mapFile(network).take();
    const DarknetNetwork layers = readDarknetNetwork(textOf(text), network.string());
    checkMapped(text.all());
    return readDarknetWeightsOf(layers, network.string(), path);
} catch (const Error& error) {
    return error;
}

Expected<WeightFile> readDarknetWeightsOf(const DarknetNetwork& network, const std::string& networkName,
                                          const std::filesystem::path& path)
try {
    const MappedFile file = mapFile(path).take();
    WeightFile weights = DarknetReader(file.all(), file.bytes, path.string(), networkName).read(network);
    checkMapped(file.all());
    return weights;
} catch (const Error& error) {
    return error;
}

Expected<WeightFile> parseDarknetWeights(std::string_view network, std::span<const std::byte> bytes, std::string_view name)
try {
    const std::string networkName = std::string(name) + ".cfg";
    return DarknetReader(bytes, nullptr, name, networkName).read(readDarknetNetwork(network, networkName));
} catch (const Error& error) {
    return error;
}

} // namespace netsmith::interop
