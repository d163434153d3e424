#include "engine/core/checked.h"
#include "engine/core/error.h"
#include "engine/core/utf8.h"
#include "engine/interop/weights/torch_checkpoint.h"
#include "engine/interop/weights/weight_formats.h"
#include "engine/input/zip_archive.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace netsmith::interop {
namespace {

using Kind = PickleValue::Kind;

constexpr std::string_view formatName = "PyTorch";

/// How `torch.save` began its files before 1.6: 0x1950a86a20f9469cfc6c as a pickle.
constexpr std::string_view legacyMagic = "\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19";
constexpr std::int64_t legacyVersion = 1001;

std::string_view textOf(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// The name of the pickle in an archive, "archive/data.pkl"; empty if there is none.
std::string pickleIn(const data::ZipArchive& archive)
{
    constexpr std::string_view name = "data.pkl";
    std::string found;
    for (const data::ZipArchive::Entry& entry : archive.entries())
        if (entry.name.ends_with(name)
            && (entry.name.size() == name.size() || entry.name[entry.name.size() - name.size() - 1] == '/')
            && (found.empty() || entry.name.size() < found.size()))
            found = entry.name;
    return found;
}

[[noreturn]] void refuseShort(const std::string& place, const TorchStorage& storage)
{
    refuse(NS_MESSAGE("weights.torch.short",
                      "{0} has less data than the {1} elements of its storage \"{2}\" ({3}); download or copy it again"),
           place, storage.count, visibleText(storage.key), storage.type);
}

std::uint64_t sizeOfStorage(const TorchStorage& storage, const std::string& place)
{
    const auto bytes = checkedMultiply(storage.count, static_cast<std::int64_t>(storage.elementBytes));
    if (!bytes)
        refuseShort(place, storage);
    return static_cast<std::uint64_t>(*bytes);
}

WeightFile readZip(std::span<const std::byte> content, std::shared_ptr<const void> owner, const std::filesystem::path& path)
{
    const std::string place = path.string();
    const auto kept = std::make_shared<data::ZipArchive>(content, place, std::move(owner));
    data::ZipArchive& archive = *kept;
    const std::string pickleName = pickleIn(archive);
    if (pickleName.empty())
        refuse(NS_MESSAGE("weights.torch.archive", "{0} is a ZIP archive without data.pkl, so not one of PyTorch's"), place);
    const std::string folder = pickleName.substr(0, pickleName.find_last_of('/') + 1);

    bool bigEndian = false;
    if (const data::ZipArchive::Entry* order = archive.find(folder + "byteorder")) {
        const std::string_view text = textOf(archive.bytes(*order));
        bigEndian = text == "big";
        if (!bigEndian && text != "little")
            refuse(NS_MESSAGE("weights.torch.order", "{0} names the byte order \"{1}\", and little and big are known"), place,
                   visibleText(text.substr(0, 40)));
    }
    const Pickle pickle = readPickle(archive.bytes(*archive.find(pickleName)), place + ":" + visibleText(pickleName), isTorchCall);
    const auto bytes = [&](const TorchStorage& storage) {
        const data::ZipArchive::Entry* entry = archive.find(folder + "data/" + storage.key);
        if (!entry)
            refuse(NS_MESSAGE("weights.torch.missing", "{0} lacks its storage \"{1}\"; download or copy it again"), place,
                   visibleText(storage.key));
        const std::uint64_t size = sizeOfStorage(storage, place);
        const std::span<const std::byte> all = archive.bytes(*entry);
        if (size > all.size())
            refuseShort(place, storage);
        return all.first(static_cast<std::size_t>(size));
    };
    TensorIntake intake(place, kept, content.size());
    takeTensors(pickle, {.place = place, .stem = path.stem().string(), .bigEndian = bigEndian, .bytes = bytes}, intake);
    return intake.take(std::string(formatName), Framework::pytorch);
}

/// The format before ZIP: pickles of the magic number, the version, the machine, the object and the storages' keys, then the
/// storages, each after its number of elements.
class LegacyFile {
public:
    LegacyFile(std::span<const std::byte> content, std::string place)
        : m_rest(content)
        , m_place(std::move(place))
    {
    }

    WeightFile read(std::shared_ptr<const void> owner, std::uint64_t size, const std::string& stem)
    {
        const Pickle magic = next();
        if (magic.root->kind != Kind::large || magic.root->text != legacyMagic)
            refuse(NS_MESSAGE("weights.torch.magic", "{0} is not a file of PyTorch's: it lacks its magic number"), m_place);
        if (const Pickle version = next(); version.root->kind != Kind::integer || version.root->integer != legacyVersion)
            refuse(NS_MESSAGE("weights.torch.version", "{0} is not in version {1} of PyTorch's legacy format; save it again"),
                   m_place, legacyVersion);
        checkMachine(next());
        const Pickle object = next();
        const Pickle keys = next();
        readStorages(object, keys);
        TensorIntake intake(m_place, std::move(owner), size);
        const auto bytes = [&](const TorchStorage& storage) { return m_storages.at(storage.key).bytes; };
        takeTensors(object, {.place = m_place, .stem = stem, .bytes = bytes}, intake);
        return intake.take(std::string(formatName), Framework::pytorch);
    }

private:
    struct Storage {
        TorchStorage described{};
        std::span<const std::byte> bytes{};
        bool isRead = false;
    };

    Pickle next()
    {
        Pickle pickle = readPickle(m_rest, m_place, isTorchCall);
        m_rest = m_rest.subspan(pickle.bytes);
        return pickle;
    }

    void checkMachine(const Pickle& machine) const
    {
        const auto& items = machine.root->items;
        for (std::size_t i = 0; i + 1 < items.size(); i += 2)
            if (items[i]->text == "little_endian" && items[i + 1]->integer == 0)
                refuse(NS_MESSAGE("weights.torch.big_endian",
                                  "{0} was written on a big-endian machine in PyTorch's legacy format; save it again there with "
                                  "PyTorch 1.6 or later"),
                       m_place);
    }

    void readStorages(const Pickle& object, const Pickle& keys)
    {
        for (const PickleValue& value : object.values)
            if (value.kind == Kind::persistent) {
                TorchStorage storage = torchStorage(value, m_place);
                const auto [known, isNew] = m_storages.try_emplace(storage.key, Storage{.described = storage});
                if (!isNew
                    && (known->second.described.count != storage.count
                        || known->second.described.elementBytes != storage.elementBytes))
                    refuse(
                        NS_MESSAGE("weights.torch.storage_twice", "{0} describes its storage \"{1}\" in two ways; is it damaged?"),
                        m_place, visibleText(storage.key));
            }
        for (const PickleValue* key : keys.root->items) {
            const auto found = m_storages.find(std::string(key->kind == Kind::text ? key->text : std::string_view()));
            if (found == m_storages.end() || found->second.isRead)
                refuse(NS_MESSAGE("weights.torch.keys", "{0} holds a storage that no tensor uses; is it damaged?"), m_place);
            readStorage(found->second);
        }
        for (const auto& [key, storage] : m_storages)
            if (!storage.isRead)
                refuseShort(m_place, storage.described);
    }

    void readStorage(Storage& storage)
    {
        std::int64_t count = 0;
        const std::uint64_t size = sizeOfStorage(storage.described, m_place);
        if (m_rest.size() < sizeof count || m_rest.size() - sizeof count < size)
            refuseShort(m_place, storage.described);
        std::memcpy(&count, m_rest.data(), sizeof count);
        if (count != storage.described.count)
            refuse(NS_MESSAGE("weights.torch.count", "{0} has {1} elements in its storage \"{2}\", and its pickle says {3}"),
                   m_place, count, visibleText(storage.described.key), storage.described.count);
        storage.bytes = m_rest.subspan(sizeof count, static_cast<std::size_t>(size));
        storage.isRead = true;
        m_rest = m_rest.subspan(sizeof count + static_cast<std::size_t>(size));
    }

    std::span<const std::byte> m_rest;
    std::string m_place;
    std::map<std::string, Storage> m_storages;
};

} // namespace

bool recognisesPyTorch(std::span<const std::byte> content)
{
    if (textOf(content.first(std::min<std::size_t>(content.size(), 64))).find(legacyMagic) != std::string_view::npos)
        return true;
    if (!data::ZipArchive::begins(content))
        return false;
    try {
        return !pickleIn(data::ZipArchive(content, "")).empty();
    } catch (const Error&) {
        return false; // the reader that its name belongs to says why
    }
}

WeightFile readPyTorch(const MappedFile& file, const std::filesystem::path& path)
{
    if (data::ZipArchive::begins(file.all()))
        return readZip(file.all(), file.bytes, path);
    return LegacyFile(file.all(), path.string()).read(file.bytes, file.size, path.stem().string());
}

} // namespace netsmith::interop
