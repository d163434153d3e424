#pragma once

#include "engine/inspect/doctor/diagnosis.h"

#include <QWidget>

namespace netsmith::gui {

/// The numbers behind a diagnosis, small: a curve over steps, or a bar for each layer or class, with the name of the one under the
/// pointer.
class EvidencePlot : public QWidget {
    Q_OBJECT

public:
    explicit EvidencePlot(QWidget* parent = nullptr);

    void show(const inspect::Evidence& evidence);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    bool isCurve() const { return m_evidence.names.empty(); }
    /// From 0 at the bottom to 1 at the top; negative for what has no height on a logarithmic axis.
    double heightOf(double value) const;
    QRect room() const;
    void describe();

    inspect::Evidence m_evidence;
    double m_least = 0.0; ///< at the bottom
    double m_most = 1.0; ///< at the top
};

} // namespace netsmith::gui
