#pragma once

#include "gui/tryit/asking_panel.h"

#include <vector>

class QPlainTextEdit;

namespace netsmith::gui {

class ClassBars;
class TextLabel;

/// How a network read a text.
struct TextReading {
    qint64 tokens = 0;
    qint64 room = 0; ///< the network's input length in tokens
    QStringList unknown; ///< not in the vocabulary
};

/// Enter a sentence and see how the network classifies it.
class SentencePanel : public AskingPanel {
    Q_OBJECT

public:
    explicit SentencePanel(QWidget* parent = nullptr);

    /// The network's classes.
    void setClasses(const QStringList& names);
    /// A text to ask about, as if it had been typed.
    void setText(const QString& text);
    QString text() const;
    /// The answer to the last question. `values` are probabilities, or logits, which are converted; a single one is that of the
    /// second of two classes.
    void showAnswer(const std::vector<float>& values, const QStringList& names, const TextReading& reading, const QString& run,
                    qint64 step);

Q_SIGNALS:
    void asked(const QString& text);
    void edited(const QString& text);

private:
    QStringList question() override;
    void ask() override;
    void refresh() override;
    void retranslate() override;
    /// A note on how the text was read.
    QString noteText() const;

    TextLabel* m_title;
    QPlainTextEdit* m_text;
    ClassBars* m_bars;
    TextReading m_reading; ///< of the last answer
};

} // namespace netsmith::gui
