#pragma once

#include "engine/graph/project/project.h"
#include "gui/training/training_session.h"

#include <QTemporaryDir>

#include <vector>

namespace netsmith::test {

/// A folder with an MNIST of a few drawn digits, a path for a project file, and runs beside it.
class SmallTraining {
public:
    static constexpr std::int64_t trainSamples = 60;
    static constexpr std::int64_t testSamples = 20;
    static constexpr std::int64_t batch = 8; ///< eight steps an epoch, the last of them smaller

    SmallTraining();

    std::filesystem::path folder() const { return m_folder.path().toStdString(); }
    gui::TrainingPlace place() const { return {folder() / "small.netsmith"}; }
    /// The runs so far, oldest first.
    std::vector<std::filesystem::path> runs() const;

private:
    QTemporaryDir m_folder;
};

/// A dense layer that classifies the digits, on the reference backend: small enough to step through.
Project smallProject(std::int64_t epochs);

/// The same with two layers before it, "hidden" and "deeper", of 16 units each.
Project deepProject();

/// One digit, as Try it sends it.
std::vector<data::Field> oneDigit();

} // namespace netsmith::test
