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
    qint64 room = 0; ///< tokens that the network takes
    QStringList unknown; ///< which it has never seen
};

/// Type a sentence and see what the network holds it for.
class SentencePanel : public AskingPanel {
    Q_OBJECT

public:
    explicit SentencePanel(QWidget* parent = nullptr);

    /// The classes that it tells.
    void setClasses(const QStringList& names);
    /// A text to ask about, as though it were typed.
    void setText(const QString& text);
    QString text() const;
    /// What it made of the last question. `values` are shares, or logits, which are then made shares; a single one is that of the
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
    /// What a person should know of how the text was read.
    QString noteText() const;

    TextLabel* m_title;
    QPlainTextEdit* m_text;
    ClassBars* m_bars;
    TextReading m_reading; ///< of what was answered last
};

} // namespace netsmith::gui
