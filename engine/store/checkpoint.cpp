#include "engine/store/checkpoint.h"

#include "engine/core/files/beside.h"
#include "engine/core/files/safe_file.h"
#include "engine/core/files/safe_file_writer.h"
#include "engine/graph/json/json_object.h"
#include "engine/store/compact_arrays.h"
#include "engine/store/folder_move.h"

namespace netsmith {
namespace {

namespace fs = std::filesystem;

constexpr const char* weightsName = "weights.safetensors";
constexpr const char* optimizerName = "optimizer.safetensors";
constexpr const char* stateName = "state.json";
constexpr const char* manifestName = "manifest.json";
constexpr int plainVersion = 1;
constexpr int manifestVersion = 2; // weights in other forms than as they are: see `ArrayForm`
constexpr const char* fileNames[] = {weightsName, optimizerName, stateName};

/// Writes files into a new folder and records them for the manifest.
class FolderWriter {
public:
    explicit FolderWriter(const OpenFolder& folder)
        : m_folder(folder)
    {
    }

    void write(const char* name, std::string_view text)
    {
        writeFileSafely(m_folder, name, text).take();
        record(name, text.size(), sha256(std::as_bytes(std::span(text))));
    }

    /// The first file, if it is large, is read back and compared while the second one is written.
    void write(const char* first, const ArraysToWrite& weights, const char* second, const ArraysToWrite& optimizer)
    {
        SafeFileWriter one = writtenCompactly(first, weights);
        std::future<Expected<void>> committing;
        if (one.size() > FileBlock::size)
            committing = beside([&one] { return one.commit(); });
        else
            one.commit().take();
        SafeFileWriter other = written(second, optimizer);
        if (committing.valid())
            committing.get().take();
        other.commit().take();
        record(first, one.size(), one.sha256());
        record(second, other.size(), other.sha256());
    }

    void finish()
    {
        const Json manifest{{"schema", m_version}, {"files", m_files}};
        writeFileSafely(m_folder, manifestName, writeJson(manifest)).take();
    }

private:
    SafeFileWriter written(const char* name, const ArraysToWrite& arrays) const
    {
        SafeFileWriter file = SafeFileWriter::open(m_folder, name, PageCache::bypassed).take();
        file.append(safetensorsHeader(arrays.file().tensors, {{"format", "netsmith"}})).take();
        arrays.read([&](std::span<const std::byte> piece) { file.append(piece).take(); });
        return file;
    }
    /// Weights that were pruned or share their values take fewer bytes.
    SafeFileWriter writtenCompactly(const char* name, const ArraysToWrite& arrays)
    {
        const StoredArrays stored(arrays.file().tensors, [&](std::size_t array, std::int64_t begin, std::span<std::byte> out) {
            arrays.readPart(array, begin, out);
        });
        if (!stored.arePlain())
            m_version = manifestVersion;
        SafeFileWriter file = SafeFileWriter::open(m_folder, name, PageCache::bypassed).take();
        file.append(stored.header({{"format", "netsmith"}})).take();
        stored.write([&](std::span<const std::byte> piece) { file.append(piece).take(); });
        return file;
    }
    void record(const char* name, std::uint64_t size, const std::string& hash)
    {
        m_files.push_back({{"name", name}, {"size", size}, {"sha256", hash}});
    }

    const OpenFolder& m_folder;
    Json m_files = Json::array();
    int m_version = plainVersion;
};

/// Reads files of a folder and checks each against the manifest.
class FolderReader {
public:
    explicit FolderReader(fs::path folder)
        : m_folder(std::move(folder))
    {
        const fs::path path = m_folder / manifestName;
        std::error_code ignored;
        if (!fs::is_directory(m_folder, ignored) || !fs::exists(path, ignored))
            throw Error(ErrorKind::input,
                        NS_MESSAGE("checkpoint.none", "{0} is not a checkpoint: it has no {1}, which is written last"),
                        m_folder.string(), manifestName);
        try {
            const Json manifest = readJson(readTextFile(path).take()).take();
            JsonObject object(manifest, "");
            if (const auto schema = integerFrom(object.require("schema"), "/schema"); schema > manifestVersion)
                throw Error(ErrorKind::input,
                            NS_MESSAGE("checkpoint.manifest_schema",
                                       "it is of version {0}, but this Netsmith reads up to {1}; a newer one wrote it: update"),
                            schema, manifestVersion);
            const auto& files = object.array("files");
            for (std::size_t i = 0; i < files.size(); ++i) {
                JsonObject file(files[i], pointerTo("/files", i));
                m_entries[file.requiredText("name")] = {integerFrom(file.require("size"), file.at("size")),
                                                        file.requiredText("sha256")};
            }
        } catch (const Error& error) {
            throw Error(error.kind(), NS_MESSAGE("checkpoint.manifest", "{0}: {1}"), path.string(), error.message());
        }
    }

    MappedFile read(const char* name) const
    {
        const fs::path path = m_folder / name;
        const auto entry = m_entries.find(name);
        if (entry == m_entries.end())
            throw Error(ErrorKind::input, NS_MESSAGE("checkpoint.unlisted", "{0} is not in its {1}; use an older checkpoint"),
                        path.string(), manifestName);
        std::error_code ignored;
        if (!fs::exists(path, ignored))
            throw Error(ErrorKind::input,
                        NS_MESSAGE("checkpoint.missing", "{0} is missing; use an older checkpoint, or put the file back"),
                        path.string());
        MappedFile file = mapFile(path).take();
        if (static_cast<std::int64_t>(file.size) != entry->second.size)
            throw Error(ErrorKind::input,
                        NS_MESSAGE("checkpoint.size",
                                   "{0} has {1:byte|bytes}, its manifest says {2}; it is truncated: use an older checkpoint"),
                        path.string(), file.size, entry->second.size);
        willRead(file.all());
        if (sha256(file.all()) != entry->second.sha256)
            throw Error(ErrorKind::input,
                        NS_MESSAGE("checkpoint.damaged",
                                   "{0} is not what was written: its SHA-256 differs from the manifest's; use an older checkpoint"),
                        path.string());
        return file;
    }

    SafetensorsFile arrays(const char* name) const { return parseSafetensors(read(name), pathOf(name)).take(); }

    std::string pathOf(const char* name) const { return (m_folder / name).string(); }

private:
    struct Entry {
        std::int64_t size = 0;
        std::string sha256;
    };
    fs::path m_folder;
    std::map<std::string, Entry, std::less<>> m_entries;
};

} // namespace

CheckpointFiles takeCheckpoint(State& arrays, const LogicalPlan& plan, const CheckpointState& state)
{
    return {ArraysToWrite::weightsIn(arrays, plan), ArraysToWrite::slotsIn(arrays, plan), stateToJson(state)};
}

Expected<void> writeCheckpoint(const OpenFolder& store, const std::string& name, const CheckpointFiles& files)
try {
    const NewFolder made(store, name + ".new");
    FolderWriter writer(made.folder());
    writer.write(weightsName, files.weights, optimizerName, files.optimizer);
    writer.write(stateName, files.state);
    writer.finish();
    made.moveTo(name).take();
    return {};
} catch (const Error& error) {
    return error;
}

Expected<Checkpoint> readCheckpoint(const fs::path& folder, CheckpointPart part)
try {
    const FolderReader reader(folder);
    Checkpoint checkpoint;
    checkpoint.folder = folder;
    const MappedFile text = reader.read(stateName);
    checkpoint.state = stateFromJson({reinterpret_cast<const char*>(text.bytes.get()), text.size}, reader.pathOf(stateName)).take();
    checkpoint.weights = reader.arrays(weightsName);
    if (part == CheckpointPart::whole)
        checkpoint.optimizer = reader.arrays(optimizerName);
    return checkpoint;
} catch (const Error& error) {
    return error;
}

} // namespace netsmith
