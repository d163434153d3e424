#pragma once

#include "engine/data/download.h"
#include "engine/data/source.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith::data {

/// Another program's trained network or weights, published with their licence, which begin a training here.
struct ShelfModel {
    std::string id;
    std::string title;
    std::string doc; ///< what it is, and what of it can be used
    std::string licence;
    std::string home; ///< the page that publishes it
    std::string input; ///< of the network, with the scale of its numbers; empty: as trained with
    std::string accuracy; ///< as measured or published; empty: none is known
    std::vector<RemoteFile> files; ///< the first one is imported, or named as initial weights
    bool isNetwork = true; ///< false: weights alone, for a network of the same layers
};

/// Every model on the shelf, by id.
const std::vector<ShelfModel>& shelfModels();
/// Null: there is none.
const ShelfModel* findShelfModel(std::string_view id);

/// The folder of a model that holds all its files, found in "models/ID" of the data folders, in their order; empty: none. Looks at
/// names only.
std::filesystem::path shelfFolder(const ShelfModel& model, const DataPaths& paths);

/// Downloads a model's files, as `fetch` does those of a data set, into "models/ID" below `paths.downloadDir()`, and returns the
/// folder.
Expected<std::filesystem::path> fetchModel(const ShelfModel& model, const DataPaths& paths, const Watch& watch,
                                           const DownloadOptions& options = {});

/// A network of one's own on the shelf: a packed model.
struct OwnShelfModel {
    std::string id; ///< its folder's name
    std::filesystem::path file;
};
/// Those in "models" of the data folders, by id; of two with one id the first.
std::vector<OwnShelfModel> ownShelfModels(const DataPaths& paths);
/// The file for a new one, in a folder of its own, which is made. Throws `models.id` for what is no plain name or is another's.
std::filesystem::path newShelfFile(const std::string& id, const DataPaths& paths);

} // namespace netsmith::data
