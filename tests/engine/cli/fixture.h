#pragma once

#include "engine/graph/project/project.h"

#include <QString>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace netsmith::test {

/// An IDX file of bytes: magic, sizes, content.
QByteArray idx(const std::vector<std::uint32_t>& sizes, QByteArray content);
void writeBytes(const QString& path, const QByteArray& bytes);
QByteArray readBytes(const QString& path);

/// Writes MNIST's four files under `folder`/mnist: 28×28 pictures whose class can be learned within an epoch (the position of a
/// bright bar).
void writeSmallMnist(const QString& folder, int train, int test);

/// Input, Flatten, Dense 16 relu, Dense 10 softmax on "mnist", two epochs of batch 16.
Project smallProject();
/// The same with two convolutions, "first" and "second", the latter normalized, and two dense layers, "hidden" and "output".
Project convolvingProject();
void writeProject(const QString& path, const Project& project);

} // namespace netsmith::test
