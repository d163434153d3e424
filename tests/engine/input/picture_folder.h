#pragma once

#include "engine/core/files/safe_file.h"
#include "engine/data/source.h"
#include "tests/engine/input/picture_bytes.h"

#include <QTemporaryDir>

#include <png.h>

#include <chrono>
#include <memory>

namespace netsmith::test {

/// A folder of pictures that a test fills, and the data set that the program reads from it.
class PictureFolder {
protected:
    void makeFolder()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_root = std::filesystem::path(m_folder->path().toStdString()) / "photos";
        std::filesystem::create_directories(m_root);
    }
    void removeFolder() { m_folder.reset(); }

    void put(const std::string& path, const std::string& content) const
    {
        std::filesystem::create_directories((m_root / path).parent_path());
        writeFileSafely(m_root / path, content).take();
    }
    /// As if written long ago: a file that was just written may still change.
    void age(const std::string& path) const
    {
        std::filesystem::last_write_time(m_root / path, std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
    }
    void putOld(const std::string& path, const std::string& content) const
    {
        put(path, content);
        age(path);
    }
    /// The file of decoded pictures.
    std::filesystem::path kept() const
    {
        for (const auto& entry : std::filesystem::directory_iterator(paths().cacheDir / "images"))
            return entry.path();
        return {};
    }
    static std::string grey(std::uint8_t value, int side = 4)
    {
        return pngBytes(side, side, PNG_COLOR_TYPE_GRAY, 8,
                        std::vector<std::uint8_t>(static_cast<std::size_t>(side * side), value));
    }
    DataSettings settings(ParameterMap parameters = {}) const
    {
        return {.source = "image_folder", .path = m_root.string(), .parameters = std::move(parameters)};
    }
    data::DataPaths paths() const { return {{}, {}, std::filesystem::path(m_folder->path().toStdString()) / "cache"}; }
    data::DataSet loadAnew(ParameterMap parameters = {}) const
    {
        return data::sourceFor(settings(std::move(parameters)), {})->load({}, {}).take();
    }
    data::DataSet load(ParameterMap parameters = {}) const
    {
        return data::sourceFor(settings(std::move(parameters)), paths())->load(paths(), {}).take();
    }
    std::string problem(ParameterMap parameters = {}) const
    {
        try {
            load(std::move(parameters));
        } catch (const Error& error) {
            return error.message().id();
        }
        return "none";
    }
    static ParameterMap small(std::int64_t channels = 1)
    {
        return {{"height", std::int64_t{2}}, {"width", std::int64_t{2}}, {"channels", channels}};
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::filesystem::path m_root;
};

} // namespace netsmith::test
