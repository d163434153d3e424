#pragma once

#include "engine/backend/backend.h"
#include "engine/graph/project.h"
#include "engine/store/checkpoint_store.h"
#include "engine/store/csv_log.h"
#include "engine/store/run_record.h"

namespace netsmith {

/// The folder of one run, locked against a second trainer as long as this lives:
///
///     run.json             settings, seed, versions, fingerprint, device, summary, state
///     project.netsmith     the project as it is trained, with the options applied
///     kernels.json         the algorithms that were chosen by timing, if any were
///     vocabulary.json      the tokens, where it learns a text
///     metrics.csv          kind (step, epoch), epoch from 1, step from 1, lr, then what is measured: means over the row's samples;
///                          where the loss is scaled also a step's scale, and 1 where its gradients overflowed and it was left out
///     timing.csv           the last step of a launch, its epoch, its number of steps, milliseconds
///     checkpoints/NNNNNN/  by step
class RunFolder {
public:
    static constexpr const char* checkpointsName = "checkpoints";
    static constexpr const char* metricsName = "metrics.csv";
    static constexpr const char* timingName = "timing.csv";

    /// Makes a new run's folder. Throws `run.exists` where there is anything in it, `run.locked`, `folder.make`, `file.link`.
    static RunFolder create(const std::filesystem::path& path);
    /// Makes "runs/20260301-120000-mnist_cnn" beside the project file, with a number after it where another run has that name: each
    /// of any number of programs that start at once gets its own. Throws `file.link`, `folder.make`.
    static RunFolder createBeside(const std::filesystem::path& projectFile);
    /// Opens a run to go on with it. Throws `run.none`, `run.locked`, `file.link`.
    static RunFolder open(const std::filesystem::path& path);
    /// Locks what may be a run's folder, whatever is in it, so that nobody trains it meanwhile. Throws `run.locked`.
    static RunFolder lock(OpenFolder folder);

    RunFolder(RunFolder&& other) noexcept;
    RunFolder& operator=(RunFolder&&) = delete;
    ~RunFolder();

    const std::filesystem::path& path() const { return m_folder.path(); }
    /// All that the run writes goes by this.
    const OpenFolder& folder() const { return m_folder; }
    HeldCheckpoints checkpoints() const;
    std::filesystem::path metricsPath() const { return path() / metricsName; }

    Expected<void> save(const RunRecord& record) const;
    Expected<void> save(const Project& project) const;
    Expected<void> save(const data::Vocabulary& vocabulary) const;
    /// None: nothing is written.
    Expected<void> save(const TunedAlgorithms& algorithms) const;
    /// Removes what is in it, and the folder that `createBeside` made: a run that could not be begun.
    void clear() const;

private:
    explicit RunFolder(OpenFolder folder);

    OpenFolder m_folder;
    int m_lock = -1;
    bool m_named = false; ///< by us: nobody else has use for the folder
};

/// Opens a run's folder to write in it. What lies in a project's folder "runs" or a cross-validation's "folds" may have come with
/// it, and so may that folder: the error is `file.link` where the run or the folder is a link. Any other run's folder is a person's
/// own choice, which links may lead to. An error is `folder.open` as well.
Expected<OpenFolder> openRun(const std::filesystem::path& run);
/// Removes a run's folder with all that it holds. Throws `file.link`, `folder.remove`.
void removeRun(const std::filesystem::path& run);

/// Where a run keeps its own copy of the project.
std::filesystem::path projectPathOf(const std::filesystem::path& run);

/// The algorithms that were chosen by timing for a run. A file that can't be read counts as empty: the fingerprint shows the
/// difference.
TunedAlgorithms readTunedAlgorithms(const std::filesystem::path& run);

/// Whether a process trains it now.
bool isBeingTrained(const std::filesystem::path& run);

/// A run as a list shows it.
struct RunEntry {
    std::filesystem::path folder;
    RunRecord record;
    bool active = false; ///< a process trains it now
};
/// The runs beside a project file, oldest first; folders that are no runs are left out.
std::vector<RunEntry> listRuns(const std::filesystem::path& projectFile);

} // namespace netsmith
