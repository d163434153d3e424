#pragma once

#include "gui/document/document.h"

namespace netsmith::gui {

/// Saves a document as the window does, but at once.
inline Expected<void> saveDocument(Document& document, const QString& path)
{
    const Document::Snapshot snapshot = document.snapshot();
    const Expected<std::string> hash = writeProject(snapshot.project, path);
    if (!hash)
        return hash.error();
    document.saved(snapshot, path, *hash);
    return {};
}

} // namespace netsmith::gui
