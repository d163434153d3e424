#pragma once

#include "engine/inspect/activations/layer_picture.h"
#include "engine/inspect/explanations/explanation.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <filesystem>
#include <string>
#include <vector>

namespace netsmith::gui {

class Canvas;
class LayerWindow;
class TrainingSession;
struct PredictionAnswer;

/// Shows on the canvas each layer's output for the sample that the network was last asked about, and follows the training twice a
/// second. While it is off, nothing is computed for it.
class ActivationFeed : public QObject {
    Q_OBJECT

public:
    ActivationFeed(TrainingSession& session, Canvas& canvas, QObject* parent);

    void setOn(bool on);
    bool isOn() const { return m_on; }
    void retranslate() { show(); }

Q_SIGNALS:
    /// There is a network to show, but it was not asked about anything yet.
    void sampleWanted();

private:
    void follow();
    void take(const PredictionAnswer& answer);
    void show();
    void clear();
    QString docOf(const inspect::LayerExplanation& explanation) const;
    /// Opens the output of a layer, or of the last one in a block, in a window of its own.
    void open(const std::string& path);

    TrainingSession& m_session;
    QPointer<Canvas> m_canvas;
    QTimer m_timer{this};
    bool m_on = false;
    bool m_wanted = false; ///< a sample was asked for
    bool m_answered = false; ///< by the following
    std::filesystem::path m_run;
    std::int64_t m_step = 0;
    bool m_wasLive = false; ///< it was training when it answered
    bool m_ofGrid = false; ///< the pictures are of many inputs
    QString m_refused; ///< why there were no pictures last
    std::vector<inspect::LayerPicture> m_pictures;
    QPointer<LayerWindow> m_window; ///< created when first opened
};

} // namespace netsmith::gui
