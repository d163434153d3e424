#pragma once

#include "engine/runs/run_curves.h"

#include <QColor>
#include <QObject>

#include <filesystem>
#include <functional>
#include <map>

namespace netsmith::gui {

class PlotPanel;
class TrainingSession;

/// Hands what runs measured to the plots, which know nothing of training.
class PlotFeed : public QObject {
    Q_OBJECT

public:
    PlotFeed(TrainingSession& session, PlotPanel& plots, QObject* parent);

    /// Shows a run that lies on the disk, over the one that trains.
    void showRun(const std::filesystem::path& run, const runs::RunCurves& curves);
    /// Takes a run out of the plots, a cross-validation with all its folds; one that trains goes on to be drawn once it is shown
    /// again.
    void hideRun(const std::filesystem::path& run);
    /// What runs are called where they stand together; empty for one that is not known yet.
    using Namer = std::function<std::vector<QString>(const std::vector<std::filesystem::path>& runs)>;
    void setNamer(Namer namer);
    /// Runs have other names, or lie elsewhere: a run has one curve whatever its folder is called.
    void follow();
    /// The project is another one: its runs are not.
    void clear();
    void retranslate() { chooseQuantities(); }

Q_SIGNALS:
    /// Which runs are in the plots, and in which colours, by where they lie: without links on the way.
    void shownChanged(const std::map<std::filesystem::path, QColor>& colours);

private:
    void tellShown();
    void nameRuns();
    bool trains(const std::filesystem::path& run) const;
    void beginRun();
    void add(const std::string& run, const runs::RunCurves& points);
    /// Loss first, then what else was measured, then the learning rate, and the loss scale where there is one.
    void chooseQuantities();

    TrainingSession& m_session;
    PlotPanel& m_plots;
    Namer m_namer;
    std::vector<std::string> m_measured;
};

} // namespace netsmith::gui
