#include "engine/data/source.h"

#include "engine/data/sources/sources.h"

namespace netsmith::data {

const std::vector<const Source*>& sources()
{
    static const std::vector<const Source*> all{
        &fashionMnist(),
        &mnist(),
        &randomImages(),
        &syntheticDigits(),
    };
    return all;
}

const Source& source(std::string_view id)
{
    std::string ids;
    for (const Source* candidate : sources()) {
        if (candidate->info().id == id)
            return *candidate;
        ids += (ids.empty() ? "" : ", ") + candidate->info().id;
    }
    throw Error(ErrorKind::input, NS_MESSAGE("data.unknown", "there is no data set \"{0}\"; there are: {1}"), std::string(id), ids);
}

Message titleOf(const SourceInfo& info)
{
    const std::string context = "data." + info.id; // as NS_TEXT names it
    return Message(MessageTemplate{context, info.title});
}

Resolved resolve(std::string_view id, const DataPaths& paths)
{
    return resolve(source(id), paths);
}

Resolved resolve(const Source& wanted, const DataPaths& paths)
{
    Availability found = wanted.find(paths);
    if (found.available)
        return {&wanted, false, std::move(found.where)};
    if (wanted.info().standIn.empty())
        throw Error(ErrorKind::input, std::move(found.where));
    const Source& other = source(wanted.info().standIn);
    return {&other, true, Message(NS_MESSAGE("data.stand_in", "{0}; {1} take its place"), found.where, titleOf(other.info()))};
}

} // namespace netsmith::data
