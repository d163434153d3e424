#pragma once

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QMap>

namespace netsmith::test {

/// Copies all files below a folder.
inline void copyTree(const QString& from, const QString& to)
{
    QDir().mkpath(to);
    QDirIterator entries(from, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (entries.hasNext()) {
        const QString path = entries.next();
        const QString copy = to + path.mid(from.size());
        QDir().mkpath(QFileInfo(copy).path());
        QFile::copy(path, copy);
    }
}

/// Every file below a folder with its content, to see that nothing changed; without those whose paths contain `except`.
inline QMap<QString, QByteArray> contentOf(const QString& folder, const QString& except = {})
{
    QMap<QString, QByteArray> files;
    QDirIterator entries(folder, QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
    while (entries.hasNext()) {
        QFile file(entries.next());
        if (!except.isEmpty() && file.fileName().contains(except))
            continue;
        files[file.fileName()] = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    return files;
}

} // namespace netsmith::test
