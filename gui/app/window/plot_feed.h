#pragma once

#include "engine/runs/run_curves.h"
#include "gui/runs/machine_plots.h"

#include <QColor>
#include <QObject>

#include <filesystem>
#include <functional>
#include <map>

namespace netsmith::gui {

class PlotPanel;
class TrainingSession;

/// Passes the measurements of runs to the plots, which know nothing about training.
class PlotFeed : public QObject {
    Q_OBJECT

public:
    PlotFeed(TrainingSession& session, PlotPanel& plots, QObject* parent);

    /// Shows a saved run, in addition to the one that trains.
    void showRun(const std::filesystem::path& run, const runs::RunCurves& curves);
    /// Removes a run from the plots, a cross-validation with all its folds; one that trains is hidden and keeps recording.
    void hideRun(const std::filesystem::path& run);
    /// Returns the names of runs that are shown together; empty for unknown ones.
    using Namer = std::function<std::vector<QString>(const std::vector<std::filesystem::path>& runs)>;
    void setNamer(Namer namer);
    /// Runs were renamed or moved: a run keeps its curve whatever its folder is called.
    void follow();
    /// Another project was opened: removes all runs.
    void clear();
    void retranslate();

Q_SIGNALS:
    /// The runs in the plots and their colours, by canonical path, without symbolic links.
    void shownChanged(const std::map<std::filesystem::path, QColor>& colours);

private:
    void tellShown();
    void nameRuns();
    bool trains(const std::filesystem::path& run) const;
    void beginRun();
    void add(const std::string& run, const runs::RunCurves& points);
    /// Loss first, then the other metrics, then the learning rate, and the loss scale if there is one.
    void chooseQuantities();
    void offerMachine();

    TrainingSession& m_session;
    PlotPanel& m_plots;
    Namer m_namer;
    std::vector<std::string> m_measured;
    SeenMachine m_seen;
};

} // namespace netsmith::gui
