#pragma once

#include "engine/graph/project.h"
#include "gui/training/training_session.h"

#include <QTemporaryDir>

#include <vector>

namespace netsmith::test {

/// A folder with an MNIST of a few drawn digits, a project file's place, and runs beside it.
class SmallTraining {
public:
    static constexpr std::int64_t trainSamples = 60;
    static constexpr std::int64_t testSamples = 20;
    static constexpr std::int64_t batch = 8; ///< eight steps an epoch, the last of them smaller

    SmallTraining();

    std::filesystem::path folder() const { return m_folder.path().toStdString(); }
    gui::TrainingPlace place() const { return {folder() / "small.netsmith"}; }
    /// The runs that were made, oldest first.
    std::vector<std::filesystem::path> runs() const;

private:
    QTemporaryDir m_folder;
};

/// A dense layer that tells the digits, on the reference backend: small enough to be stepped through.
Project smallProject(std::int64_t epochs);

/// One digit as Try it sends it.
std::vector<data::Field> oneDigit();

} // namespace netsmith::test
