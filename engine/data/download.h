#pragma once

#include "engine/core/expected.h"
#include "engine/data/source.h"

#include <filesystem>
#include <string>

namespace netsmith::data {

struct DownloadOptions {
    /// The protocols that libcurl may use, also for redirections. Tests add "http".
    std::string protocols = "https";
    /// A file of the certificates to trust, PEM; empty: those of the system.
    std::string authorities{};
    /// A connection that can't be established, or is idle, for this long is given up.
    int patienceSeconds = 30;
};

/// Downloads `file` into `folder` (created if missing), which afterwards holds either all of it, with the pinned size and SHA-256,
/// or what it held before. If a mirror fails, the next one continues where it stopped; after one that sent wrong bytes, from the
/// start. `watch` gets bytes. Errors: `data.download` with each mirror's reason, `data.cancelled`, and those of writing.
Expected<void> download(const RemoteFile& file, const std::filesystem::path& folder, const Watch& watch,
                        const DownloadOptions& options = {});

/// Makes a folder of downloads, and those above it. Throws `data.make_folder`.
void makeDownloadFolder(const std::filesystem::path& folder);

/// Downloads all files of a source into its own folder under `paths.downloadDir()`, and returns the folder; existing files with the
/// pinned hash are kept. Error `data.nothing_to_fetch` for a source that needs none.
Expected<std::filesystem::path> fetch(const Source& source, const DataPaths& paths, const Watch& watch,
                                      const DownloadOptions& options = {});

} // namespace netsmith::data
