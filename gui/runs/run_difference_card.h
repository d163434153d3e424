#pragma once

#include "engine/runs/comparing/run_difference.h"

#include <QFrame>

class QTextEdit;
class QToolButton;

namespace netsmith::gui {

class TextLabel;

/// The differences between selected runs: settings, networks, hardware and results, as text to read, search and copy.
class RunDifferenceCard : public QFrame {
    Q_OBJECT

public:
    explicit RunDifferenceCard(QWidget* parent = nullptr);

    void setDifference(runs::RunDifference difference);
    void retranslate();

Q_SIGNALS:
    void dismissed();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void refresh();

    runs::RunDifference m_difference;
    TextLabel* m_title;
    QTextEdit* m_text;
    QToolButton* m_close;
};

} // namespace netsmith::gui
