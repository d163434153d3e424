#include "gui/data/data_shelf.h"

#include <algorithm>

namespace netsmith::gui {

const data::Source* DataShelf::find(std::string_view id) const
{
    const auto found = std::ranges::find_if(sources, [id](const data::Source* source) { return source->info().id == id; });
    return found == sources.end() ? nullptr : *found;
}

std::shared_ptr<const data::Source> DataShelf::open(const DataSettings& settings) const
{
    const data::Source* known = find(settings.source);
    if (known && known->info().place == data::SourcePlace::own && known->info().parameters.empty())
        return {known, [](const data::Source*) {}};
    return data::sourceFor(settings, paths());
}

} // namespace netsmith::gui
