#pragma once

#include "engine/data/download.h"

#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

namespace netsmith::gui {

/// The data sets there are to choose from, where they lie, and how they are downloaded.
struct DataShelf {
    std::vector<const data::Source*> sources = data::sources();
    std::filesystem::path dataDir{}; ///< looked into first; may be empty
    data::DownloadOptions download{};

    /// Null where there is none of that id.
    const data::Source* find(std::string_view id) const;
    /// What a project asks for, set up; throws what `data::sourceFor` says.
    std::shared_ptr<const data::Source> open(const DataSettings& settings) const;
    /// Throws `data.folder` where `dataDir` is no folder.
    data::DataPaths paths() const { return data::dataPaths(dataDir); }
};

} // namespace netsmith::gui
