#pragma once

#include "gui/steps/step_walk.h"

#include <QWidget>

namespace netsmith::gui {

class ChoiceBox;
class StepsSession;
class TextLabel;

/// The loss of a step, with what it was before weights were changed, and whose numbers are written out.
class StepsFigures : public QWidget {
    Q_OBJECT

public:
    explicit StepsFigures(QWidget* parent = nullptr);

    /// The session has a step.
    void show(const StepsSession& session);
    /// Which samples and rows there are to choose from; `layer`: null at the loss.
    void offer(const inspect::TracedStep& step, const inspect::TracedLayer* layer);
    /// In the batch.
    std::size_t sample() const;
    /// Of a sequence.
    std::int64_t row() const;
    void reset();
    void retranslate();

Q_SIGNALS:
    /// Another sample or row.
    void chosen();

private:
    TextLabel* m_lossTitle;
    TextLabel* m_loss;
    TextLabel* m_lossBefore;
    TextLabel* m_facts;
    ChoiceBox* m_sample;
    ChoiceBox* m_row;
};

} // namespace netsmith::gui
