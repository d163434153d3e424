#pragma once

#include "engine/runs/run_curves.h"
#include "engine/runs/run_summary.h"

#include <QColor>
#include <QObject>

#include <filesystem>
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
    /// Takes a run out of the plots; one that trains goes on to be drawn once it is shown again.
    void hideRun(const std::filesystem::path& run);
    /// What runs are called in the plots: the name a person gave it, where there is one.
    void setNames(const std::vector<runs::RunSummary>& runs);
    /// The project is another one: its runs are not.
    void clear();
    void retranslate() { chooseQuantities(); }

Q_SIGNALS:
    /// Which runs are in the plots, and in which colours.
    void shownChanged(const std::map<std::filesystem::path, QColor>& colours);

private:
    void tellShown();
    QString nameOf(const std::filesystem::path& run) const;
    bool trains(const std::filesystem::path& run) const;
    void beginRun();
    void add(const std::string& run, const runs::RunCurves& points);
    /// Loss first, then what else was measured, then the learning rate, and the loss scale where there is one.
    void chooseQuantities();

    TrainingSession& m_session;
    PlotPanel& m_plots;
    std::map<std::string, QString> m_names; ///< those that people gave, by the plots' ids
    std::vector<std::string> m_measured;
};

} // namespace netsmith::gui
