#pragma once

#include "engine/inspect/profiler/advice.h"

#include <QWidget>

class QPushButton;

namespace netsmith::gui {

class TextLabel;

/// One thing that would make the training faster: what was measured, what to do, and a button that does it.
class AdviceRow : public QWidget {
    Q_OBJECT

public:
    explicit AdviceRow(QWidget* parent = nullptr);

    /// `state`: of its remedy, if it has one. `whyNot`: why the machine's settings can't be changed now; empty: they can.
    void show(const inspect::Advice& advice, inspect::RemedyState state, const QString& whyNot);
    const inspect::Advice& advice() const { return m_advice; }

Q_SIGNALS:
    void remedyAsked();

protected:
    void changeEvent(QEvent* event) override;

private:
    void setTexts();

    inspect::Advice m_advice;
    inspect::RemedyState m_state = inspect::RemedyState::misfit; ///< of the remedy, if there is one
    QString m_whyNot;
    TextLabel* m_saves;
    TextLabel* m_finding;
    TextLabel* m_words;
    TextLabel* m_applied;
    QPushButton* m_remedy;
};

} // namespace netsmith::gui
