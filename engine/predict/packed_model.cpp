#include "engine/predict/packed_model.h"

#include "engine/core/ascii_case.h"
#include "engine/core/files/safe_file_writer.h"
#include "engine/core/sha256.h"
#include "engine/fields/text/vocabulary.h"
#include "engine/graph/json/json_object.h"
#include "engine/graph/project/project_file.h"
#include "engine/store/compact_arrays.h"
#include "engine/store/field_json.h"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace netsmith {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view packedFormat = "netsmith-model";
constexpr std::int64_t plainVersion = 1;
constexpr std::int64_t packedVersion = 2; // weights in other forms than as they are: see `ArrayForm`
constexpr std::size_t hashDigits = 64;

std::string_view headerText(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Where the file's hash is in its header; `npos` if it is not there as we write it.
std::size_t placeOfHash(std::span<const std::byte> header, std::string_view hash)
{
    // The quotation marks of a text that contains this are escaped.
    constexpr std::string_view key = "\"sha256\":\"";
    const std::size_t found = headerText(header).find(std::string(key) + std::string(hash) + '"');
    return found == std::string_view::npos ? found : found + key.size();
}

/// The hash of a file with zeros in place of its hash.
std::string hashOfPacked(std::span<const std::byte> content, std::size_t place)
{
    const std::string zeros(hashDigits, '0');
    Sha256 hash;
    hash.add(content.first(place));
    hash.add(std::as_bytes(std::span(zeros)));
    hash.add(content.subspan(place + hashDigits));
    return hash.text();
}

/// Without what belongs to the machine that trained it.
Project withoutPaths(Project project)
{
    project.data.path.clear();
    project.data.validationFile.clear();
    if (project.data.validation == "file")
        project.data.validation = "none";
    project.training.device = "auto";
    setInitialWeights(project, std::nullopt);
    return project;
}

RunRecord withoutPaths(RunRecord record)
{
    record.projectFile.clear();
    record.dataPath.clear();
    record.data = Message(NS_MESSAGE("packed.data", "{0}"), record.dataSource); // whose own words tell the folder
    record.device = "auto";
    record.weightsFrom.reset();
    return record;
}

/// The texts of a packed model's header.
class PackedTexts {
public:
    PackedTexts(const std::map<std::string, std::string>& texts, std::string name)
        : m_texts(texts)
        , m_name(std::move(name))
    {
    }

    const std::string* find(const std::string& key) const
    {
        const auto found = m_texts.find(key);
        return found == m_texts.end() ? nullptr : &found->second;
    }
    const std::string& at(const std::string& key) const
    {
        const std::string* found = find(key);
        if (!found)
            refuse(NS_MESSAGE("packed.missing", "{0} is not a packed model: its header has no \"{1}\"; pack the run again"), m_name,
                   key);
        return *found;
    }
    /// What `read` makes of a text; its error says which one it was.
    template <class Read>
    auto part(const std::string& key, Read read) const
    {
        const std::string& text = at(key);
        try {
            return read(text);
        } catch (const Error& error) {
            throw Error(error.kind(), NS_MESSAGE("packed.part", "the \"{1}\" of the packed model {0} can't be used: {2}"), m_name,
                        key, error.message());
        }
    }

private:
    const std::map<std::string, std::string>& m_texts;
    std::string m_name;
};

void checkVersion(const PackedTexts& texts, const std::string& name)
{
    if (const std::string& format = texts.at("format"); format != packedFormat)
        refuse(NS_MESSAGE("packed.format",
                          "{0} is not a packed model but of the format \"{1}\"; name a file that \"netsmith-cli "
                          "pack\" wrote"),
               name, format);
    const std::string& text = texts.at("version");
    std::int64_t version = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), version);
    if (code != std::errc() || end != text.data() + text.size() || version < 1 || version > packedVersion)
        refuse(NS_MESSAGE("packed.version",
                          "{0} is a packed model of version \"{1}\", but this Netsmith reads up to {2}; a newer one wrote it: "
                          "update"),
               name, text, packedVersion);
}

void checkHash(std::span<const std::byte> content, const std::string& hash, std::size_t headerBytes, const std::string& name)
{
    const std::size_t place = hash.size() == hashDigits ? placeOfHash(content.first(headerBytes), hash) : std::string_view::npos;
    if (place == std::string_view::npos || hashOfPacked(content, place) != hash)
        refuse(NS_MESSAGE("packed.hash",
                          "{0} is damaged or was changed: its content does not have the SHA-256 that it names; copy "
                          "it again or pack the run again"),
               name);
}

/// Of a file whose header was read.
std::size_t headerSize(std::span<const std::byte> content)
{
    std::uint64_t length = 0;
    std::memcpy(&length, content.data(), sizeof length);
    return sizeof length + static_cast<std::size_t>(length);
}

TrainingPosition checkpointPosition(const std::string& text)
{
    const Json json = readJson(text).take();
    JsonObject object(json, "");
    TrainingPosition position;
    position.epoch = integerFrom(object.require("epoch"), object.at("epoch"));
    position.counters[control::step] = integerFrom(object.require("step"), object.at("step"));
    return position;
}

} // namespace

void writePackedModel(const fs::path& file, const SavedRun& run, const Json& description)
{
    const std::string zeros(hashDigits, '0');
    const SafetensorsFile& weights = run.checkpoint.weights;
    const StoredArrays stored(weights.tensors);
    std::map<std::string, std::string> texts{
        {"format", std::string(packedFormat)},
        {"version", std::to_string(stored.arePlain() ? plainVersion : packedVersion)},
        {"sha256", zeros},
        {"project", toJson(withoutPaths(run.project))},
        {"run", toJson(withoutPaths(run.record))},
        {"checkpoint",
         writeJson({{"epoch", run.checkpoint.state.position.epoch},
                    {"step", control::stepsTaken(run.checkpoint.state.position.counters)}})},
        {"description", writeJson(description)},
    };
    for (const data::FieldSpec& field : run.record.fields)
        if (field.vocabulary)
            texts.insert_or_assign("vocabulary", data::toJson(*field.vocabulary));
    std::vector<std::byte> header = stored.header(texts);
    Sha256 hash;
    hash.add(header);
    stored.write([&](std::span<const std::byte> piece) { hash.add(piece); });
    const std::string digits = hash.text();
    std::ranges::transform(digits, header.begin() + static_cast<std::ptrdiff_t>(placeOfHash(header, zeros)),
                           [](char digit) { return static_cast<std::byte>(digit); });

    SafeFileWriter writer = SafeFileWriter::open(file).take();
    writer.append(header).take();
    stored.write([&](std::span<const std::byte> piece) { writer.append(piece).take(); });
    weights.checkWhole();
    writer.commit().take();
}

SavedRun readPackedModel(const fs::path& path)
{
    const std::string name = path.string();
    const MappedFile file = mapFile(path).take();
    SafetensorsFile weights = parseSafetensors(file, name).take();
    const std::map<std::string, std::string> all = std::exchange(weights.metadata, {});
    const PackedTexts texts(all, name);
    checkVersion(texts, name);
    checkHash(file.all(), texts.at("sha256"), headerSize(file.all()), name);
    checkMapped(file.all());

    SavedRun run;
    run.isPacked = true;
    run.project = texts.part("project", [](const std::string& text) {
        if (text.size() > largestProject)
            refuse(NS_MESSAGE("packed.project_size", "it has {0:byte|bytes}, and a project at most {1}"), text.size(),
                   largestProject);
        return projectFromJson(text).take();
    });
    run.record = texts.part("run", [](const std::string& text) { return recordFromJson(text, "run.json").take(); });
    run.checkpoint.folder = path;
    run.checkpoint.state.position = texts.part("checkpoint", checkpointPosition);
    run.checkpoint.weights = std::move(weights);
    if (!run.record.tokenFields.empty())
        texts.part("vocabulary", [&](const std::string& text) {
            addVocabulary(run.record.fields, run.record.tokenFields, text, "vocabulary.json");
            return 0;
        });
    return run;
}

bool isPackedModel(const fs::path& path)
{
    std::error_code ignored;
    return lowerAscii(path.filename().string()).ends_with(packedModelSuffix) && fs::is_regular_file(path, ignored);
}

} // namespace netsmith
