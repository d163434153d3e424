#include "engine/interop/weights/darknet_network.h"

#include "engine/core/checked.h"
#include "engine/core/error.h"
#include "engine/core/utf8.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

namespace netsmith::interop {
namespace {

constexpr std::array sameShape{"dropout",  "softmax",       "soft",     "cost",    "activation", "active",
                               "logistic", "l2norm",        "shortcut", "region",  "yolo",       "detection",
                               "iseg",     "gaussian_yolo", "empty",    "silence", "lrn",        "normalization"};

class DarknetParser {
public:
    DarknetParser(std::string_view text, const std::string& name)
        : m_text(text)
        , m_name(name)
    {
    }

    DarknetNetwork parse()
    {
        std::vector<DarknetSection> sections = readSections();
        if (sections.empty() || (sections[0].type != "net" && sections[0].type != "network"))
            refuse(NS_MESSAGE("darknet.net", "{0} is not a Darknet network: its first section must be [net]"), m_name);
        const DarknetSection& net = sections[0];
        m_shape = {net.number("height", 0), net.number("width", 0), net.number("channels", 0)};
        if (net.has("inputs") && m_shape.channels == 0)
            m_shape = {1, 1, net.number("inputs", 1)};
        m_network.input = m_shape;
        for (std::size_t i = 1; i < sections.size(); ++i) {
            m_network.sections.push_back(std::move(sections[i]));
            readLayer(m_network.sections.back());
            m_network.sections.back().output = m_shape;
        }
        return std::move(m_network);
    }

private:
    std::vector<DarknetSection> readSections() const
    {
        std::vector<DarknetSection> sections;
        int line = 0;
        for (std::size_t begin = 0; begin < m_text.size();) {
            const std::size_t end = std::min(m_text.find('\n', begin), m_text.size());
            std::string content(m_text.substr(begin, end - begin));
            std::erase_if(content, [](unsigned char c) { return c == ' ' || c == '\t' || c == '\r'; });
            begin = end + 1;
            ++line;
            if (content.empty() || content[0] == '#' || content[0] == ';')
                continue;
            if (content[0] == '[') {
                std::string type = content.substr(1, content.find(']') - 1);
                std::ranges::transform(type, type.begin(),
                                       [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
                sections.push_back({m_name, std::move(type), line});
                continue;
            }
            const std::size_t equals = content.find('=');
            if (equals == std::string::npos || sections.empty())
                refuse(NS_MESSAGE("darknet.line", "{0}, line {1}: expected [section] or option=value, got \"{2}\""), m_name, line,
                       visibleText(content));
            sections.back().options.emplace(content.substr(0, equals), content.substr(equals + 1));
        }
        return sections;
    }

    void readLayer(const DarknetSection& section)
    {
        const std::string& type = section.type;
        if (type == "convolutional" || type == "conv")
            readConvolution(section);
        else if (type == "connected" || type == "conn")
            readConnected(section);
        else if (type == "maxpool" || type == "max" || type == "local_avgpool")
            readPooling(section);
        else if (type == "avgpool" || type == "avg")
            m_shape = {1, 1, m_shape.channels};
        else if (type == "upsample")
            resize(section, section.positive("stride", 2), 1);
        else if (type == "reorg" || type == "reorg3d")
            resize(section, 1, section.positive("stride", 1));
        else if (type == "crop")
            m_shape = {section.number("crop_height", 1), section.number("crop_width", 1), m_shape.channels};
        else if (type == "route")
            readRoute(section);
        else if (type == "scale_channels" || type == "sam")
            m_shape = outputs("from").front();
        else if (std::ranges::find(sameShape, type) == sameShape.end())
            refuse(NS_MESSAGE("darknet.section",
                              "{0}, line {1}: weights of [{2}] can't be read; convolutional and connected layers can"),
                   m_name, section.line, visibleText(type));
        if (const auto weights = section.options.find("weights_type");
            weights != section.options.end() && weights->second != "none")
            section.refuseValue(weights->first, weights->second);
    }

    void readConvolution(const DarknetSection& section)
    {
        const std::int64_t filters = section.positive("filters", 1), groups = section.positive("groups", 1);
        const std::int64_t size = section.positive("size", 1), stride = section.positive("stride", 1);
        const std::int64_t padding = section.number("pad", 0) > 0 ? size / 2 : section.number("padding", 0);
        if (filters % groups != 0 || m_shape.channels % groups != 0 || m_shape.channels == 0)
            refuse(NS_MESSAGE("darknet.groups",
                              "{0}, line {1}: {2:filter|filters} of {3:channel|channels} can't be in {4:group|groups}; "
                              "correct the file"),
                   m_name, section.line, filters, m_shape.channels, groups);
        if (const auto shared = section.options.find("share_index"); shared != section.options.end())
            section.refuseValue(shared->first, shared->second);
        m_network.layers.push_back({DarknetLayer::Kind::convolutional, "conv_" + std::to_string(m_convolutions++), section.line,
                                    filters, m_shape.channels / groups, size, section.number("batch_normalize", 0) > 0,
                                    section.number("flipped", 0) > 0, m_network.sections.size() - 1});
        m_shape = {slide(m_shape.height, 2 * padding, size, stride), slide(m_shape.width, 2 * padding, size, stride), filters};
    }

    void readConnected(const DarknetSection& section)
    {
        const std::int64_t units = section.positive("output", 1);
        const std::int64_t inputs = within(section, product(product(m_shape.height, m_shape.width), m_shape.channels));
        m_network.layers.push_back({DarknetLayer::Kind::connected, "connected_" + std::to_string(m_connected++), section.line,
                                    units, inputs, 1, section.number("batch_normalize", 0) > 0, false,
                                    m_network.sections.size() - 1});
        m_shape = {1, 1, units};
    }

    void readPooling(const DarknetSection& section)
    {
        const std::int64_t stride = section.positive("stride", 1), size = section.positive("size", stride);
        const std::int64_t padding = section.number("padding", size - 1);
        m_shape = {slide(m_shape.height, padding, size, stride), slide(m_shape.width, padding, size, stride), m_shape.channels};
    }

    void readRoute(const DarknetSection& section)
    {
        const std::vector<DarknetShape> shapes = outputs("layers");
        const std::int64_t groups = section.positive("groups", 1);
        std::int64_t channels = 0;
        for (const DarknetShape& shape : shapes)
            channels = within(section, checkedAdd(channels, shape.channels));
        m_shape = shapes.front();
        m_shape.channels = channels / groups;
    }

    /// Of the layers that the last section names; at least one.
    std::vector<DarknetShape> outputs(const std::string& key) const
    {
        std::vector<DarknetShape> shapes;
        for (const std::size_t source : m_network.sources(m_network.sections.size() - 1, key))
            shapes.push_back(m_network.sections[source].output);
        return shapes;
    }

    static std::optional<std::int64_t> product(std::optional<std::int64_t> a, std::int64_t b)
    {
        return a ? checkedMultiply(*a, b) : std::nullopt;
    }
    std::int64_t within(const DarknetSection& section, std::optional<std::int64_t> size) const
    {
        if (!size || *size > std::numeric_limits<std::int32_t>::max())
            refuse(NS_MESSAGE("darknet.size", "{0}, line {1}: [{2}] is larger than Darknet can count; correct the file"), m_name,
                   section.line, visibleText(section.type));
        return *size;
    }
    void resize(const DarknetSection& section, std::int64_t up, std::int64_t down)
    {
        m_shape = {within(section, product(m_shape.height, up)) / down, within(section, product(m_shape.width, up)) / down,
                   within(section, product(product(m_shape.channels, down), down))};
    }
    static std::int64_t slide(std::int64_t input, std::int64_t padding, std::int64_t size, std::int64_t stride)
    {
        return input + padding < size ? 0 : (input + padding - size) / stride + 1;
    }

    std::string_view m_text;
    std::string m_name;
    DarknetShape m_shape{};
    DarknetNetwork m_network;
    int m_convolutions = 0, m_connected = 0;
};

} // namespace

std::string DarknetSection::text(const std::string& key, const std::string& otherwise) const
{
    const auto found = options.find(key);
    return found == options.end() ? otherwise : found->second;
}

void DarknetSection::refuseValue(const std::string& key, const std::string& value) const
{
    refuse(NS_MESSAGE("darknet.value", "{0}, line {1}: [{2}] can't have {3}={4}; correct the file"), file, line, visibleText(type),
           key, visibleText(value));
}

std::int64_t DarknetSection::number(const std::string& key, std::int64_t otherwise) const
{
    const auto found = options.find(key);
    if (found == options.end())
        return otherwise;
    std::int64_t value = 0;
    const char* begin = found->second.data();
    if (std::from_chars(begin, begin + found->second.size(), value).ec != std::errc() || value < 0
        || value > std::numeric_limits<std::int32_t>::max())
        refuseValue(key, found->second);
    return value;
}

std::int64_t DarknetSection::positive(const std::string& key, std::int64_t otherwise) const
{
    const std::int64_t value = number(key, otherwise);
    if (value == 0)
        refuseValue(key, "0");
    return value;
}

double DarknetSection::real(const std::string& key, double otherwise) const
{
    const auto found = options.find(key);
    if (found == options.end())
        return otherwise;
    double value = 0;
    const char* begin = found->second.data();
    if (std::from_chars(begin, begin + found->second.size(), value).ec != std::errc() || !std::isfinite(value))
        refuseValue(key, found->second);
    return value;
}

std::vector<std::size_t> DarknetNetwork::sources(std::size_t section, const std::string& key) const
{
    const DarknetSection& at = sections[section];
    const std::string list = at.text(key, {});
    std::vector<std::size_t> found;
    for (std::size_t begin = 0; begin <= list.size();) {
        const std::size_t end = std::min(list.find(',', begin), list.size());
        if (begin < end || begin == 0) { // a comma may be last
            const std::string layer = list.substr(begin, end - begin);
            std::int64_t index = 0;
            const bool isNumber = std::from_chars(layer.data(), layer.data() + layer.size(), index).ec == std::errc();
            if (index < 0)
                index += static_cast<std::int64_t>(section);
            if (!isNumber || index < 0 || index >= static_cast<std::int64_t>(section))
                at.refuseValue(key, layer);
            found.push_back(static_cast<std::size_t>(index));
        }
        begin = end + 1;
    }
    return found;
}

DarknetNetwork readDarknetNetwork(std::string_view text, const std::string& name)
{
    return DarknetParser(text, name).parse();
}

} // namespace netsmith::interop
