#pragma once

#include "gui/inspect/heat.h"

#include <QObject>
#include <QPointer>

#include <memory>

namespace netsmith::gui {

class Canvas;
class Document;
class MomentMeasures;
class TrainingSession;
class WindowJobs;

/// Colours the layers on the canvas by what the training measures of them, and follows it; while nothing trains, by what is
/// measured of the saved run that is asked, at its moment. While nothing is to be shown, nothing is measured.
class HeatFeed : public QObject {
    Q_OBJECT

public:
    HeatFeed(TrainingSession& session, const Document& document, Canvas& canvas, QObject* parent);

    void setJobs(WindowJobs& jobs);
    void setHeat(Heat heat);
    void retranslate() { show(); }

private:
    void follow();
    std::shared_ptr<const inspect::StepMeasures> shown() const;
    void show();
    /// Says once why there are no colours.
    void explain();

    TrainingSession& m_session;
    MomentMeasures* m_moment;
    QPointer<Canvas> m_canvas;
    Heat m_heat = Heat::none;
    std::shared_ptr<const inspect::StepMeasures> m_measures;
    QString m_explained;
};

} // namespace netsmith::gui
