#pragma once

#include <QString>
#include <QUrl>

namespace netsmith::gui {

/// What a file or folder dropped on the window is, by its name and its first bytes.
struct DropVerdict {
    enum class Kind {
        project, ///< a project file, to be opened
        image, ///< an image, for the network to classify
        data, ///< a folder with a data set's files, or one of them
        refused,
    };

    Kind kind = Kind::refused;
    QString path;
    std::string source; ///< of data: the set of the files; empty if several sets have files of these names
    QString sentence; ///< why it is refused, or what was recognised
};

DropVerdict recognise(const QUrl& url);

} // namespace netsmith::gui
