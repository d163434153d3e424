#pragma once

#include "gui/inspect/heat.h"

#include <QObject>
#include <QPointer>

#include <memory>

namespace netsmith::gui {

class Canvas;
class TrainingSession;

/// Colours the layers on the canvas by what the training measures of them, and follows it. While nothing is to be shown, nothing is
/// measured.
class HeatFeed : public QObject {
    Q_OBJECT

public:
    HeatFeed(TrainingSession& session, Canvas& canvas, QObject* parent);

    void setHeat(Heat heat);
    void retranslate() { show(); }

private:
    void follow();
    void show();
    /// Says once why there are no colours.
    void explain();

    TrainingSession& m_session;
    QPointer<Canvas> m_canvas;
    Heat m_heat = Heat::none;
    std::shared_ptr<const inspect::StepMeasures> m_measures;
    QString m_explained;
};

} // namespace netsmith::gui
