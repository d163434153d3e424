#pragma once

#include "engine/core/expected.h"
#include "engine/data/source.h"

#include <filesystem>
#include <string>

namespace netsmith::data {

struct DownloadOptions {
    /// What libcurl may speak, redirections too. Tests add "http".
    std::string protocols = "https";
    /// A file of the certificates to trust, PEM; empty: those of the system.
    std::string authorities{};
    /// A connection that can't be made, or brings nothing, for so long is given up.
    int patienceSeconds = 30;
};

/// Brings `file` into `folder` (made where missing), which holds afterwards either all of it, with its size and SHA-256 as pinned,
/// or what it held before. A mirror that fails is followed by the next, which goes on where the first broke off; one that sent
/// other bytes, from the start. `watch` gets bytes. Errors: `data.download` with each mirror's reason, `data.cancelled`, and
/// those of writing.
Expected<void> download(const RemoteFile& file, const std::filesystem::path& folder, const Watch& watch,
                        const DownloadOptions& options = {});

/// Brings all files of a source into its own folder under `paths.downloadDir()`, and returns it; files that are there as pinned
/// are kept. Error `data.nothing_to_fetch` for a source that needs none.
Expected<std::filesystem::path> fetch(const Source& source, const DataPaths& paths, const Watch& watch,
                                      const DownloadOptions& options = {});

} // namespace netsmith::data
