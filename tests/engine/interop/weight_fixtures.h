#pragma once

#include "engine/interop/weights/weight_file.h"

#include <QFile>
#include <QString>
#include <QStringList>

#include <vector>

namespace netsmith::test {

/// The files that tests/fixtures/weights/make_pytorch.py writes.
inline QString fixture(const QString& name)
{
    return QStringLiteral(NETSMITH_WEIGHTS "/pytorch/") + name;
}

inline interop::WeightFile read(const QString& name)
{
    return interop::readWeights(fixture(name).toStdString()).take();
}

/// The first numbers of the tensor number k in them.
inline std::vector<float> numbers(int k, std::int64_t count)
{
    std::vector<float> out;
    for (std::int64_t i = 0; i < count; ++i)
        out.push_back(static_cast<float>(k) + static_cast<float>(i - 8) / 8.0f);
    return out;
}

inline QStringList notes(const interop::WeightFile& file)
{
    QStringList out;
    for (const Message& note : file.notes)
        out << QString::fromStdString(note.text());
    return out;
}

inline QStringList names(const interop::WeightFile& file)
{
    QStringList out;
    for (const interop::WeightTensor& tensor : file.tensors)
        out << QString::fromStdString(tensor.name);
    return out;
}

/// The sentence about a file that can't be read; empty if it can, or if the error is not about input.
inline QString refusal(const QString& path)
{
    const Expected<interop::WeightFile> file = interop::readWeights(path.toStdString());
    return file || file.error().kind() != ErrorKind::input ? QString() : QString::fromStdString(file.error().what());
}

inline QByteArray bytesOfFile(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline void writeBytes(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(bytes);
}

} // namespace netsmith::test
