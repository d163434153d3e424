#pragma once

#include "engine/data/download.h"

#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

namespace netsmith::gui {

/// The data sets to choose from, where they are, and how they are downloaded.
struct DataShelf {
    std::vector<const data::Source*> sources = data::sources();
    std::filesystem::path dataDir{}; ///< searched first; may be empty
    data::DownloadOptions download{};

    /// Null if there is none with that id.
    const data::Source* find(std::string_view id) const;
    /// A project's source, configured; throws what `data::sourceFor` throws.
    std::shared_ptr<const data::Source> open(const DataSettings& settings) const;
    /// Throws `data.folder` if `dataDir` is not a folder.
    data::DataPaths paths() const { return data::dataPaths(dataDir); }
};

} // namespace netsmith::gui
