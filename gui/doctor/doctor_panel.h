#pragma once

#include "engine/inspect/doctor/diagnosis.h"

#include <QWidget>

#include <memory>
#include <vector>

class QDockWidget;
class QScrollArea;
class QVBoxLayout;

namespace netsmith::gui {

class DiagnosisRow;
class IconLabel;
class TextLabel;
class TrainingSession;

/// What is probably wrong with the training: its samples, its network, its gradients and its learning rate, each with a button that
/// mends it. While the panel is hidden, nothing is examined.
class DoctorPanel : public QWidget {
    Q_OBJECT

public:
    explicit DoctorPanel(TrainingSession& session, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    /// Whether it can be seen: a panel behind another tab counts as shown for Qt.
    void setWatching(bool watches);
    void follow();
    void refresh();
    void setTexts();
    DiagnosisRow* addRow();
    void mend(const inspect::Diagnosis& diagnosis);

    TrainingSession& m_session;
    QDockWidget* m_dock = nullptr; ///< once it was shown in one
    std::shared_ptr<const std::vector<inspect::Diagnosis>> m_diagnoses; ///< null: not examined
    bool m_watches = false;
    std::vector<DiagnosisRow*> m_rows;
    QScrollArea* m_scroll;
    QVBoxLayout* m_column;
    QWidget* m_nothing;
    IconLabel* m_nothingIcon;
    TextLabel* m_nothingText;
};

} // namespace netsmith::gui
