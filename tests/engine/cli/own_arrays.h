#pragma once

#include "tests/engine/cli/own_data.h"
#include "tests/engine/input/npy_bytes.h"
#include "tests/engine/input/zip_bytes.h"

#include <string>
#include <utility>
#include <vector>

/// Arrays of sixty samples of three classes, as a person might have them.
namespace netsmith::test {

inline constexpr int samples = 60;

inline int classOf(int sample)
{
    return static_cast<int>(noise(sample + 1000) * 3.0);
}

/// Numbers of `width` columns that tell the class, and shares of one that does not.
inline std::vector<float> features(int width, int seed)
{
    std::vector<float> out;
    for (int sample = 0; sample < samples; ++sample)
        for (int i = 0; i < width; ++i)
            out.push_back(static_cast<float>(noise(sample * width + i + seed) + (i % 3 == classOf(sample) ? 3.0 : 0.0)));
    return out;
}

inline std::vector<std::int64_t> classes()
{
    std::vector<std::int64_t> out;
    for (int sample = 0; sample < samples; ++sample)
        out.push_back(classOf(sample));
    return out;
}

inline const std::string names[] = {"ant", "bee", "cat"}; // in the order of the classes

inline std::string textLabels()
{
    std::u32string characters;
    for (const std::int64_t number : classes())
        characters += std::u32string(names[number].begin(), names[number].end()) + std::u32string(2, U'\0');
    std::string bytes(reinterpret_cast<const char*>(characters.data()), characters.size() * sizeof(char32_t));
    return npyFile(npyHeader("<U5", "(" + std::to_string(samples) + ",)"), bytes);
}

template <class T>
std::string array(const char* type, const std::string& sample, const std::vector<T>& values)
{
    return npyFile(npyHeader(type, "(" + std::to_string(samples) + ", " + sample + ")"), bytesOf(values));
}

using Members = std::vector<std::pair<std::string, std::string>>;

inline Members plain()
{
    return {{"x.npy", array("<f4", "6", features(6, 0))}, {"y.npy", array("<i8", "", classes())}};
}

/// Tests in a folder of a person's own data each, whose arrays are "set.npz".
class OwnArraysTest : public QObject {
protected:
    void makeFolder() { m_folder = std::make_unique<OwnFolder>(); }
    void write(const Members& members) const { writeZip(path(QStringLiteral("set.npz")).toStdString(), members, true); }
    void write(const Project& written) const { m_folder->write(written); }
    QString path(const QString& name) const { return m_folder->path(name); }
    CliResult cli(const QStringList& arguments) const { return m_folder->cli(arguments); }
    QJsonObject train(const QString& run, const QStringList& more = {}) const { return m_folder->train(run, more); }

    std::unique_ptr<OwnFolder> m_folder;
};

} // namespace netsmith::test
