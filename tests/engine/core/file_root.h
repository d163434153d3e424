#pragma once

#include "engine/core/files/safe_file.h"
#include "engine/core/files/safe_file_writer.h"

#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <sys/stat.h>

namespace netsmith::test {

inline mode_t modeOf(const std::filesystem::path& path)
{
    struct stat status { };
    return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
}

inline std::string hashOf(std::string_view text)
{
    return sha256(std::as_bytes(std::span(text)));
}

/// Gives each test an empty folder.
class FileRootTest : public QObject {
protected:
    void makeRoot()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
        m_root = m_folder->path().toStdString();
    }
    void dropRoot() { m_folder.reset(); }
    std::filesystem::path at(std::string_view name) const { return m_root / name; }
    std::string textOf(std::string_view name) const { return readTextFile(at(name)).take(); }
    std::size_t entries() const { return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(m_root), {})); }

    std::filesystem::path m_root;

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

} // namespace netsmith::test
