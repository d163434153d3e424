#pragma once

#include <QString>
#include <QUrl>

namespace netsmith::gui {

/// What a file or folder is that was dropped on the window, by its name and its first bytes.
struct DropVerdict {
    enum class Kind {
        project, ///< a project file, to be opened
        image, ///< a picture, for the network to judge
        data, ///< a folder with a data set's files, or one of them
        refused,
    };

    Kind kind = Kind::refused;
    QString path;
    std::string source; ///< of data: whose files they are; empty where several sets name theirs so
    QString sentence; ///< why it is refused, or what was recognised
};

DropVerdict recognise(const QUrl& url);

} // namespace netsmith::gui
