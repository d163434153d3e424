#pragma once

#include "engine/inspect/doctor/diagnosis.h"

#include <QWidget>

class QPushButton;

namespace netsmith::gui {

class EvidencePlot;
class IconLabel;
class TextLabel;

/// One diagnosis: what was seen, with its plot, why it matters and what to try, a button that does it and one that goes to the
/// layer.
class DiagnosisRow : public QWidget {
    Q_OBJECT

public:
    explicit DiagnosisRow(QWidget* parent = nullptr);

    /// `layer`: the layer's name on the canvas; empty: there is none.
    void show(const inspect::Diagnosis& diagnosis, const QString& layer, inspect::RemedyState state);
    const inspect::Diagnosis& diagnosis() const { return m_diagnosis; }

Q_SIGNALS:
    void remedyAsked();
    void layerAsked();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void setTexts();
    void place();

    inspect::Diagnosis m_diagnosis;
    QString m_layerName;
    inspect::RemedyState m_state = inspect::RemedyState::misfit; ///< of the remedy, if there is one
    IconLabel* m_icon;
    TextLabel* m_title;
    TextLabel* m_finding;
    TextLabel* m_reason;
    TextLabel* m_advice;
    TextLabel* m_applied;
    QWidget* m_verbs; ///< the buttons
    QPushButton* m_remedy;
    QPushButton* m_layer;
    EvidencePlot* m_plot;
};

} // namespace netsmith::gui
