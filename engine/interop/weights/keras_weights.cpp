#include "engine/interop/weights/keras_weights.h"

#include "engine/graph/json/json_text.h"
#include "engine/interop/weights/hdf5/file.h"
#include "engine/interop/weights/keras_kinds.h"
#include "engine/input/zip_archive.h"

#include <algorithm>
#include <charconv>
#include <deque>
#include <map>
#include <set>

namespace netsmith::interop {
namespace {

constexpr int deepestModel = 32;

/// What the tensors' bytes lie in.
struct KerasContent {
    std::shared_ptr<const void> file{};
    std::deque<std::vector<std::byte>> unpacked{};
};

const Json* memberOf(const Json* object, const char* key)
{
    return object && object->is_object() && object->contains(key) ? &(*object)[key] : nullptr;
}

std::string textOf(const Json* value)
{
    return value && value->is_string() ? value->get<std::string>() : std::string();
}

/// An object that Keras 3 saves: a model, a layer, a cell.
struct Saved {
    std::string path{}; ///< of its group
    std::string name{}; ///< of its variables before their kind; empty for the model
    std::string layerClass{}; ///< in snake case; empty if unknown
    const Json* layer = nullptr; ///< {"class_name", "config"}
};

class KerasReader {
public:
    KerasReader(std::span<const std::byte> bytes, std::shared_ptr<const void> owner)
        : m_file(bytes)
    {
        m_content->file = std::move(owner);
        m_weights.format = "Keras";
        m_weights.framework = Framework::keras;
    }

    WeightFile read(const Json* config)
    {
        const std::uint64_t root = m_file.root();
        if (const auto model = m_file.find(root, "model_weights"))
            readLayers(*model);
        else if (hasNames(root, "layer_names"))
            readLayers(root);
        else
            readSaved(root, Saved{"", "", snakeCase(textOf(memberOf(config, "class_name"))), config}, 0);
        if (m_file.find(root, "optimizer_weights") || m_file.find(root, "optimizer"))
            m_weights.notes.emplace_back(NS_MESSAGE("weights.keras_optimizer", "the state of the optimizer was left out"));
        if (m_generators > 0)
            m_weights.notes.emplace_back(
                NS_MESSAGE("weights.keras_generators",
                           "{0:state of a random generator was|states of random generators were} left out"),
                m_generators);
        if (m_weights.tensors.empty())
            refuse(NS_MESSAGE("weights.keras_none",
                              "it contains no weights of a model; save one by model.save or model.save_weights"));
        m_weights.content = m_content;
        return std::move(m_weights);
    }

    std::optional<KerasConfig> config()
    {
        const auto text = [this](const char* attribute) {
            auto texts = m_file.texts(m_file.root(), attribute);
            return texts && texts->size() == 1 ? std::move(texts->front()) : std::string();
        };
        KerasConfig config{text("model_config"), text("training_config"), text("keras_version")};
        if (config.model.empty())
            return std::nullopt;
        return config;
    }

private:
    // Keras 1 and 2: attributes list the layers and their variables.

    bool hasNames(std::uint64_t group, const std::string& attribute)
    {
        return m_file.texts(group, attribute) || m_file.texts(group, attribute + "0");
    }

    /// Those of an attribute, which Keras splits into "…0", "…1" if it is too long for one.
    std::vector<std::string> namesIn(std::uint64_t group, const std::string& attribute)
    {
        if (auto names = m_file.texts(group, attribute))
            return std::move(*names);
        std::vector<std::string> names;
        for (int part = 0;; ++part) {
            const auto more = m_file.texts(group, attribute + std::to_string(part));
            if (!more)
                return names;
            names.insert(names.end(), more->begin(), more->end());
        }
    }

    void readLayers(std::uint64_t model)
    {
        const bool isKeras1 = !m_file.texts(model, "backend");
        std::vector<std::string> layers = namesIn(model, "layer_names");
        constexpr const char* ownWeights = "top_level_model_weights";
        if (m_file.find(model, ownWeights) && std::ranges::find(layers, ownWeights) == layers.end())
            layers.emplace_back(ownWeights);
        for (const std::string& layer : layers) {
            const auto group = m_file.find(model, layer);
            if (!group)
                refuseMissing(layer);
            std::vector<std::pair<std::string, hdf5::Array>> found;
            std::vector<int> ranks;
            for (std::string& variable : namesIn(*group, "weight_names")) {
                const auto array = m_file.find(*group, variable);
                if (!array)
                    refuseMissing(layer + '/' + variable);
                found.emplace_back(std::move(variable), arrayAt(*array, layer + '/' + variable));
                ranks.push_back(static_cast<int>(found.back().second.sizes.size()));
            }
            for (std::size_t i = 0; i < found.size(); ++i) {
                auto& [variable, array] = found[i];
                const std::string kind = isKeras1 ? keras1Kind(variable, i, ranks) : std::string();
                add(kind.empty() ? kerasName(layer, variable) : layer + '/' + kind, layer + '/' + variable, std::move(array));
            }
        }
    }

    [[noreturn]] void refuseMissing(const std::string& path)
    {
        refuse(NS_MESSAGE("weights.keras_missing", "it lists \"{0}\" and does not contain it; download or save it again"), path);
    }

    // Keras 3: groups follow the model's objects; each has its variables, numbered, in a group "vars".

    void readSaved(std::uint64_t group, const Saved& saved, int depth)
    {
        if (depth > deepestModel || !m_visited.insert(group).second)
            refuse(NS_MESSAGE("weights.keras_loop", "its group \"{0}\" contains itself or is nested too deeply"), saved.path);
        std::vector<hdf5::Link> links = m_file.links(group);
        // Keras saves a layer's attributes in the order of their names, but lists the weights of the forward direction first.
        const auto forward = std::ranges::find(links, "forward_layer", &hdf5::Link::name);
        const auto backward = std::ranges::find(links, "backward_layer", &hdf5::Link::name);
        if (forward != links.end() && backward < forward)
            std::iter_swap(forward, backward);
        for (const hdf5::Link& link : links) {
            const std::string path = saved.path.empty() ? link.name : saved.path + '/' + link.name;
            if (link.name == "vars")
                readVariables(link.object, path, saved);
            else if (isList(link.name))
                readList(link.object, path, saved, link.name, depth + 1);
            else if (depth > 0 || !isTraining(link.name))
                readSaved(link.object, child(link, path, saved), depth + 1);
        }
    }

    static bool isList(std::string_view name)
    {
        return name == "layers" || name == "cells" || name == "_layer_checkpoint_dependencies";
    }
    static bool isTraining(std::string_view name)
    {
        return name == "optimizer" || name == "metrics" || name == "compile_metrics" || name == "_compile_metrics"
            || name == "_metrics";
    }

    /// The layers of a model, or a stack of cells: named by their classes, numbered from the second one of a class.
    void readList(std::uint64_t group, const std::string& path, const Saved& model, const std::string& key, int depth)
    {
        if (!m_visited.insert(group).second)
            refuse(NS_MESSAGE("weights.keras_loop", "its group \"{0}\" contains itself or is nested too deeply"), path);
        std::map<std::string, const Json*> layers;
        std::map<std::string, int> used;
        if (const Json* listed = memberOf(memberOf(model.layer, "config"), key == "cells" ? "cells" : "layers");
            listed && listed->is_array())
            for (const Json& layer : *listed) {
                const std::string name = snakeCase(textOf(memberOf(&layer, "class_name")));
                const int before = used[name]++;
                layers[before ? name + '_' + std::to_string(before) : name] = &layer;
            }
        for (const hdf5::Link& link : m_file.links(group)) {
            const auto found = layers.find(link.name);
            const Json* layer = found == layers.end() ? nullptr : found->second;
            std::string layerClass = link.name;
            if (const auto number = link.name.rfind('_'); number != std::string::npos && number + 1 < link.name.size()
                && std::ranges::all_of(link.name.substr(number + 1), [](char c) { return c >= '0' && c <= '9'; }))
                layerClass.resize(number);
            const std::string inner = path + '/' + link.name;
            readSaved(link.object, named({inner, link.name, layerClass, layer}, link.object, model), depth + 1);
        }
    }

    /// What an attribute of a layer holds: the layer in a wrapper, the cell of a recurrent layer.
    Saved child(const hdf5::Link& link, const std::string& path, const Saved& parent)
    {
        const Json* config = memberOf(parent.layer, "config");
        Saved saved{path, link.name, "", nullptr};
        if (link.name == "layer" || link.name == "forward_layer" || link.name == "cell")
            saved.layer = memberOf(config, link.name == "cell" ? "cell" : "layer");
        else if (link.name == "backward_layer")
            saved.layer = memberOf(config, memberOf(config, "backward_layer") ? "backward_layer" : "layer");
        saved.layerClass = snakeCase(textOf(memberOf(saved.layer, "class_name")));
        if (saved.layerClass.empty() && link.name == "cell")
            saved.layerClass = "cell";
        return named(std::move(saved), link.object, parent);
    }

    /// With the name that the object has in the model, from the file or the config, after its parent's.
    Saved named(Saved saved, std::uint64_t group, const Saved& parent)
    {
        std::string name = saved.path.ends_with("/backward_layer") ? "" : textOf(memberOf(memberOf(saved.layer, "config"), "name"));
        if (const auto variables = m_file.find(group, "vars"))
            if (const auto texts = m_file.texts(*variables, "name"); texts && texts->size() == 1 && !texts->front().empty())
                name = texts->front();
        if (!name.empty())
            saved.name = name;
        if (!parent.name.empty())
            saved.name = parent.name + '/' + saved.name;
        return saved;
    }

    void readVariables(std::uint64_t group, const std::string& path, const Saved& saved)
    {
        std::vector<std::pair<std::size_t, hdf5::Array>> numbered;
        const std::string prefix = saved.name.empty() ? "" : saved.name + '/';
        for (const hdf5::Link& link : m_file.links(group)) {
            std::size_t number = 0;
            const char* end = link.name.data() + link.name.size();
            const auto parsed = std::from_chars(link.name.data(), end, number);
            hdf5::Array array = arrayAt(link.object, path + '/' + link.name);
            if (parsed.ec == std::errc() && parsed.ptr == end)
                numbered.emplace_back(number, std::move(array));
            else
                add(prefix + link.name, path + '/' + link.name, std::move(array));
        }
        std::ranges::sort(numbered, {}, &std::pair<std::size_t, hdf5::Array>::first);
        std::vector<int> ranks;
        for (const auto& [number, array] : numbered)
            ranks.push_back(static_cast<int>(array.sizes.size()));
        const auto kinds = kerasKinds(saved.layerClass, memberOf(saved.layer, "config"), ranks);
        for (std::size_t i = 0; i < numbered.size(); ++i)
            add(prefix + kinds[i], path + '/' + std::to_string(numbered[i].first), std::move(numbered[i].second));
    }

    hdf5::Array arrayAt(std::uint64_t address, const std::string& path)
    try {
        return m_file.array(address);
    } catch (const Error& error) {
        throw Error(error.kind(), NS_MESSAGE("weights.hdf5_array", "the array \"{0}\": {1}"), path, error.message());
    }

    void add(std::string name, const std::string& path, hdf5::Array array)
    {
        if (path.find("seed_generator") != std::string::npos) {
            ++m_generators;
            return;
        }
        if (array.elements == 0 || array.sizes.size() > Shape::maxRank) {
            m_weights.notes.emplace_back(
                NS_MESSAGE("weights.keras_shape", "\"{0}\" was left out: it is empty or has more than {1:axis|axes}"), name,
                Shape::maxRank);
            return;
        }
        // A name in the model may occur in two parts of it, whose paths differ.
        if (!m_names.insert(name).second && !m_names.insert(name = path).second)
            refuse(
                NS_MESSAGE("weights.keras_twice", "it has two arrays \"{0}\"; give the layers different names and save it again"),
                name);
        std::vector<std::int64_t> sizes(array.sizes.begin(), array.sizes.end());
        if (!array.unpacked.empty())
            m_content->unpacked.push_back(std::move(array.unpacked));
        m_weights.tensors.push_back({std::move(name), std::move(array.stored), array.type, Shape(sizes), array.bytes});
    }

    hdf5::File m_file;
    std::shared_ptr<KerasContent> m_content = std::make_shared<KerasContent>();
    WeightFile m_weights{};
    std::set<std::string> m_names{};
    std::set<std::uint64_t> m_visited{}; ///< groups
    int m_generators = 0;
};

constexpr std::string_view configMember = "config.json"; ///< in an archive

/// A file in a model's archive, which `archive` keeps.
std::optional<std::span<const std::byte>> memberOf(data::ZipArchive& archive, std::size_t archiveBytes, std::string_view member)
{
    const data::ZipArchive::Entry* entry = archive.find(member);
    if (!entry)
        return std::nullopt;
    // Keras does not compress its archives, and weights compress badly. Deflate packs 1032:1, but what is in the archive may be
    // compressed itself, and both together would no longer be bounded by the file's size.
    constexpr std::uint64_t densest = 64;
    constexpr std::uint64_t always = std::uint64_t{1} << 20;
    if (const std::uint64_t most = archiveBytes * densest + always; entry->size > most)
        refuse(NS_MESSAGE("weights.zip_large",
                          "a file in the ZIP archive has more than {0:byte|bytes}, out of all proportion to the archive; save the "
                          "model again"),
               most);
    return archive.bytes(*entry);
}

std::optional<std::string> textIn(data::ZipArchive& archive, std::size_t archiveBytes, std::string_view member)
{
    const auto content = memberOf(archive, archiveBytes, member);
    if (!content)
        return std::nullopt;
    return std::string(reinterpret_cast<const char*>(content->data()), content->size());
}

std::span<const std::byte> weightsIn(data::ZipArchive& archive, std::size_t archiveBytes)
{
    constexpr std::string_view member = "model.weights.h5";
    const auto content = memberOf(archive, archiveBytes, member);
    if (!content)
        refuse(NS_MESSAGE("weights.keras_archive",
                          "the ZIP archive contains no {0}; save the model by model.save, without sharding its weights"),
               member);
    return *content;
}

/// With the file's name before a sentence about its content.
Error named(const std::string& name, const Error& error)
{
    return Error(error.kind(), NS_MESSAGE("weights.keras", "{0} can't be read as a Keras model: {1}"), name, error.message());
}

} // namespace

bool isHdf5(std::span<const std::byte> content)
{
    return hdf5::isFile(content);
}

Expected<WeightFile> readKerasH5(const MappedFile& file, const std::string& name)
try {
    WeightFile weights = KerasReader(file.all(), file.bytes).read(nullptr);
    checkMapped(file.all());
    return weights;
} catch (const Error& error) {
    return named(name, error);
}

Expected<WeightFile> readKerasArchive(const MappedFile& file, const std::string& name)
try {
    const auto archive = std::make_shared<data::ZipArchive>(file.all(), name, file.bytes);
    const std::span<const std::byte> content = weightsIn(*archive, file.size);
    std::optional<Message> problem;
    Json config;
    if (const auto text = textIn(*archive, file.size, configMember)) {
        auto parsed = readJson(*text);
        if (parsed)
            config = std::move(*parsed);
        else
            problem = Message(NS_MESSAGE("weights.keras_config", "{0} was not used, so variables are named by their order: {1}"),
                              configMember, parsed.error().message());
    }
    WeightFile weights = KerasReader(content, archive).read(config.is_object() ? &config : nullptr);
    checkMapped(file.all());
    if (problem)
        weights.notes.push_back(std::move(*problem));
    return weights;
} catch (const Error& error) {
    return named(name, error);
}

Expected<std::optional<KerasConfig>> kerasConfig(const MappedFile& file, const std::string& name)
try {
    if (!isHdf5(file.all())) {
        data::ZipArchive archive(file.all(), name);
        auto model = textIn(archive, file.size, configMember);
        if (!model)
            return std::optional<KerasConfig>();
        KerasConfig config{.model = std::move(*model)};
        const auto metadata = readJson(textIn(archive, file.size, "metadata.json").value_or(""));
        if (metadata)
            config.version = textOf(memberOf(&*metadata, "keras_version"));
        return std::optional(std::move(config));
    }
    auto config = KerasReader(file.all(), file.bytes).config();
    checkMapped(file.all());
    return config;
} catch (const Error& error) {
    return named(name, error);
}

} // namespace netsmith::interop
