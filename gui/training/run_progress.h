#pragma once

#include "gui/training/training_session.h"

#include <QLabel>
#include <QWidget>

namespace netsmith::gui {

class ShareBar;
class RefreshPacer;

/// How training stands, in a line over a bar: "Training · epoch 4 of 5 ▬▬▬ 9 s left".
class RunProgress : public QWidget {
    Q_OBJECT

public:
    explicit RunProgress(TrainingSession& session, QWidget* parent = nullptr);

    QSize sizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void applyTheme();
    void elide();
    double share() const;

    TrainingSession& m_session;
    QLabel* m_state;
    QLabel* m_left;
    ShareBar* m_bar;
    RefreshPacer* m_pacer;
    QString m_stateText;
    QString m_detailText;
};

} // namespace netsmith::gui
