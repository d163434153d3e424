#pragma once

#include <QWidget>

class QToolButton;

namespace netsmith::gui {

class ActionButton;
class RunActions;

/// Run or Pause in one place, Step, Stop: always visible, and of the same width in every state so that nothing beside them moves.
class RunControls : public QWidget {
    Q_OBJECT

public:
    explicit RunControls(RunActions& actions, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void follow();
    void fit();

    RunActions& m_actions;
    ActionButton* m_run;
    QToolButton* m_step;
    ActionButton* m_stop;
};

} // namespace netsmith::gui
