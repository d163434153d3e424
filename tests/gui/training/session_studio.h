#pragma once

#include "engine/store/checkpoint_store.h"
#include "gui/training/training_session.h"
#include "tests/gui/training/small_training.h"

#include <QtTest>

#include <utility>

namespace netsmith::test {

inline constexpr std::int64_t endless = 100000; // epochs

/// A document and its session, with launches of one step each.
struct Studio {
    SmallTraining files;
    gui::Document document;
    gui::TrainingSession session{document};

    explicit Studio(Project project)
    {
        document.reset(std::move(project), QString::fromStdString(files.place().projectFile.string()));
        document.setDataDir(files.folder());
        session.setPlace(files.place());
        session.setStepsPerLaunch(1);
    }
};

inline std::vector<std::int64_t> checkpointsOf(const std::filesystem::path& run)
{
    return CheckpointStore(run / "checkpoints").steps();
}

} // namespace netsmith::test
