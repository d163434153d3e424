#include "engine/data/source.h"

#include "engine/data/file_stamps.h"
#include "engine/data/sources/sources.h"
#include "engine/graph/checks/component.h"

#include <algorithm>
#include <deque>
#include <mutex>

namespace netsmith::data {
namespace {

/// One of the registered sources, which outlive everything.
std::shared_ptr<const Source> unowned(const Source& source)
{
    return {&source, [](const Source*) {}};
}

/// Recent results of `Source::counted`, so that an editor that asks after each change gets the answer at once.
std::shared_ptr<const Source> countedOnce(std::shared_ptr<const Source> source, const DataPaths& paths)
{
    struct Entry {
        std::shared_ptr<const Source> source;
        FileStamps stamps;
        std::shared_ptr<const Source> counted;
    };
    static std::mutex mutex;
    static std::deque<Entry> entries;
    if (source->info().place != SourcePlace::own)
        return source; // already counted when it was set up
    const FileStamps stamps(source->files(paths));
    const std::scoped_lock lock(mutex);
    const auto known = std::ranges::find_if(
        entries, [&](const Entry& entry) { return entry.source.get() == source.get() && entry.stamps == stamps; });
    if (known != entries.end())
        return known->counted;
    std::shared_ptr<const Source> counted = source->counted(paths).take();
    if (!counted)
        counted = source;
    constexpr std::size_t most = 4;
    if (entries.size() == most)
        entries.pop_front();
    entries.push_back({std::move(source), stamps, counted});
    return counted;
}

} // namespace

const std::vector<const Source*>& sources()
{
    static const std::vector<const Source*> all{
        // clang-format off
        &cifar10(),
        &cifar100(),
        &csv(),
        &curve(),
        &emnist(),
        &fashionMnist(),
        &imageFolder(),
        &mnist(),
        &npy(),
        &points(),
        &randomImages(),
        &series(),
        &shakespeare(),
        &shiftedDigits(),
        &syntheticDigits(),
        &syntheticFlowers(),
        &syntheticReviews(),
        &syntheticWaves(),
        &tangPoems(),
        &textFile(),
        &textFolder(),
        // clang-format on
    };
    return all;
}

const Source& source(std::string_view id)
{
    std::vector<std::string> known;
    for (const Source* candidate : sources()) {
        if (candidate->info().id == id)
            return *candidate;
        known.push_back(candidate->info().id);
    }
    throw Error(ErrorKind::input, unknownComponent(ComponentKind::source, id, known));
}

Message titleOf(const SourceInfo& info)
{
    const std::string context = "data." + info.id; // as NS_TEXT names it
    return Message(MessageTemplate{context, info.title});
}

Expected<std::shared_ptr<const Source>> Source::setUp(const std::filesystem::path&, const ParameterMap&) const
{
    return std::shared_ptr<const Source>();
}

Expected<std::shared_ptr<const Source>> Source::counted(const DataPaths&) const
{
    return std::shared_ptr<const Source>();
}

std::vector<std::string> Source::partNames(const std::filesystem::path&, const ParameterMap&) const
{
    return {};
}

Resolved resolve(std::shared_ptr<const Source> wanted, const DataPaths& paths)
{
    Availability found = wanted->find(paths);
    if (found.available)
        return {countedOnce(std::move(wanted), paths), false, std::move(found.where)};
    if (wanted->info().standIn.empty())
        throw Error(ErrorKind::input, std::move(found.where));
    const Source& other = source(wanted->info().standIn);
    Message words(NS_MESSAGE("data.stand_in", "{0}; {1} are used instead"), found.where, titleOf(other.info()));
    return {unowned(other), true, std::move(words)};
}

Resolved resolve(const DataSettings& settings, const DataPaths& paths)
{
    return resolve(sourceFor(settings, paths), paths);
}

Resolved resolve(const Source& wanted, const DataPaths& paths)
{
    return resolve(unowned(wanted), paths);
}

Resolved resolve(std::string_view id, const DataPaths& paths)
{
    return resolve(source(id), paths);
}

} // namespace netsmith::data
