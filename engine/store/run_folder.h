#pragma once

#include "engine/backend/backend.h"
#include "engine/graph/project/project.h"
#include "engine/store/checkpoint_store.h"
#include "engine/store/csv_log.h"
#include "engine/store/run_record.h"

namespace netsmith {

/// The folder of one run, locked against a second trainer for this object's lifetime:
///
///     run.json             settings, seed, versions, fingerprint, device, summary, state
///     project.netsmith     the project as it is trained, with the options applied
///     kernels.json         the algorithms that were chosen by timing, if any were
///     vocabulary.json      the tokens, where it learns a text
///     metrics.csv          kind (step, epoch), epoch from 1, step from 1, lr, then what is measured: means over the row's samples;
///                          where the loss is scaled also a step's scale, and 1 where its gradients overflowed and it was left out
///     timing.csv           the last step of a launch, its epoch, its number of steps, milliseconds
///     telemetry.csv        the machine while it trained, about once a second, and marks of epochs, validation, checkpoints and
///                          pauses: seconds of training, steps done, epoch from 1, event, then as `TelemetryColumn` says
///     checkpoints/NNNNNN/  by step
class RunFolder {
public:
    static constexpr const char* checkpointsName = "checkpoints";
    static constexpr const char* metricsName = "metrics.csv";
    static constexpr const char* timingName = "timing.csv";

    /// Creates a new run's folder. Throws `run.exists` if it is not empty, `run.locked`, `folder.make`, `file.link`.
    static RunFolder create(const std::filesystem::path& path);
    /// Whether `create` would find nothing in the way, for what takes long before it.
    static bool isFree(const std::filesystem::path& path);
    /// Throws `run.exists`.
    [[noreturn]] static void refuse(const std::filesystem::path& path);
    /// Makes "runs/20260301-120000-mnist_cnn" next to the project file, with a number appended if another run has that name:
    /// programs that start at the same time each get their own. Throws `file.link`, `folder.make`.
    static RunFolder createBeside(const std::filesystem::path& projectFile);
    /// Opens a run to resume it. Throws `run.none`, `run.locked`, `file.link`.
    static RunFolder open(const std::filesystem::path& path);
    /// Locks what may be a run's folder, whatever its content, so that nobody trains it meanwhile. Throws `run.locked`.
    static RunFolder lock(OpenFolder folder);

    RunFolder(RunFolder&& other) noexcept;
    RunFolder& operator=(RunFolder&&) = delete;
    ~RunFolder();

    const std::filesystem::path& path() const { return m_folder.path(); }
    /// Everything that the run writes goes through this.
    const OpenFolder& folder() const { return m_folder; }
    HeldCheckpoints checkpoints() const;
    std::filesystem::path metricsPath() const { return path() / metricsName; }

    Expected<void> save(const RunRecord& record) const;
    Expected<void> save(const Project& project) const;
    Expected<void> save(const data::Vocabulary& vocabulary) const;
    /// None: nothing is written.
    Expected<void> save(const TunedAlgorithms& algorithms) const;
    /// Removes its content, and the folder created by `createBeside`: for a run that could not start.
    void clear() const;

private:
    explicit RunFolder(OpenFolder folder);

    OpenFolder m_folder;
    int m_lock = -1;
    bool m_named = false; ///< by us: nobody else uses the folder
};

/// Opens a run's folder to write in it. The content of a project's folder "runs" or a cross-validation's "folds" may have come with
/// it, and so may that folder: the error is `file.link` if the run or the folder is a link. Any other run's folder was chosen by
/// the user and may be reached through links. May also throw `folder.open`.
Expected<OpenFolder> openRun(const std::filesystem::path& run);
/// Removes a run's folder with its content. Throws `file.link`, `folder.remove`.
void removeRun(const std::filesystem::path& run);

/// The path of a run's own copy of the project.
std::filesystem::path projectPathOf(const std::filesystem::path& run);

/// The algorithms that were chosen by timing for a run. A file that can't be read counts as empty: the fingerprint shows the
/// difference.
TunedAlgorithms readTunedAlgorithms(const std::filesystem::path& run);

/// Whether a process is training it now.
bool isBeingTrained(const std::filesystem::path& run);

/// A run as shown in a list.
struct RunEntry {
    std::filesystem::path folder;
    RunRecord record;
    bool active = false; ///< a process is training it now
};
/// The runs next to a project file, oldest first; folders that are not runs are left out.
std::vector<RunEntry> listRuns(const std::filesystem::path& projectFile);

} // namespace netsmith
