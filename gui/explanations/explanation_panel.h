#pragma once

#include "engine/inspect/explanations/explanation.h"

#include <QTimer>
#include <QWidget>

#include <vector>

class QToolButton;
class QVBoxLayout;

namespace netsmith::gui {

class Scroller;
class StepPicture;
class TextLabel;

/// How a number of a layer's output is made: each step with its picture, its calculation and what it does. Buttons go on to the
/// next number, by one or by themselves.
class ExplanationPanel : public QWidget {
    Q_OBJECT

public:
    explicit ExplanationPanel(QWidget* parent = nullptr);

    /// `doc`: what the layer does, in the window's language.
    void show(const inspect::LayerExplanation& explanation, const QString& doc);
    /// Why there is no explanation.
    void refuse(const QString& reason);
    void clear();
    const std::optional<inspect::LayerExplanation>& explanation() const { return m_explanation; }
    bool isPlaying() const { return m_timer.isActive(); }
    void play(bool plays);

Q_SIGNALS:
    /// The previous or the next number is wanted: −1 or 1.
    void moved(int by);
    /// Of a layer that draws, the draw for this sample of the training is wanted.
    void drawWanted(std::int64_t sample);

protected:
    void changeEvent(QEvent* event) override;

private:
    /// The widgets of a step.
    struct Row {
        QWidget* box = nullptr;
        TextLabel* title = nullptr;
        TextLabel* meaning = nullptr;
        StepPicture* picture = nullptr;
        TextLabel* equation = nullptr;
    };
    Row& row(std::size_t index);
    void refresh();
    void retranslate();

    std::optional<inspect::LayerExplanation> m_explanation;
    QString m_doc;
    QString m_reason;
    QTimer m_timer{this};
    TextLabel* m_head;
    TextLabel* m_number;
    TextLabel* m_about;
    QToolButton* m_previous;
    QToolButton* m_play;
    QToolButton* m_next;
    QToolButton* m_draw;
    Scroller* m_scroller;
    QVBoxLayout* m_column;
    std::vector<Row> m_rows;
};

} // namespace netsmith::gui
