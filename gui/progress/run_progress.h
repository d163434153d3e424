#pragma once

#include "gui/training/training_session.h"

#include <QWidget>

namespace netsmith::gui {

class ElidedLabel;
class RefreshPacer;
class ShareBar;
class TextLabel;

/// The progress of training, as a line above a bar: "Training · epoch 4 of 5 ▬▬▬ 9 s left".
class RunProgress : public QWidget {
    Q_OBJECT

public:
    explicit RunProgress(TrainingSession& session, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    double share() const;

    TrainingSession& m_session;
    ElidedLabel* m_state;
    ElidedLabel* m_detail;
    TextLabel* m_left;
    ShareBar* m_bar;
    RefreshPacer* m_pacer;
};

} // namespace netsmith::gui
