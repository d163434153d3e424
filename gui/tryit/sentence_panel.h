#pragma once

#include <QStringList>
#include <QTimer>
#include <QWidget>

#include <vector>

class QPlainTextEdit;

namespace netsmith::gui {

class ClassBars;
class NoteBox;
class TextLabel;

/// How a network read a text.
struct TextReading {
    qint64 tokens = 0;
    qint64 room = 0; ///< tokens that the network takes
    QStringList unknown; ///< which it has never seen
};

/// Type a sentence and see what the network holds it for, while it trains and after. Asks at most 15 times a second, and only
/// for what is new.
class SentencePanel : public QWidget {
    Q_OBJECT

public:
    explicit SentencePanel(QWidget* parent = nullptr);

    /// The classes that it tells.
    void setClasses(const QStringList& names);
    /// Whether there is a network to ask.
    void setReady(bool ready);
    /// A text to ask about, as though it were typed.
    void setText(const QString& text);
    QString text() const;
    /// The weights changed, so that an answer would be another one.
    void networkChanged();
    /// What it made of the last question. `values` are shares, or logits, which are then made shares; a single one is that of the
    /// second of two classes.
    void showAnswer(const std::vector<float>& values, const QStringList& names, const TextReading& reading, const QString& run,
                    qint64 step);
    void showProblem(const QString& sentence);

Q_SIGNALS:
    void asked(const QString& text);
    void edited(const QString& text);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void soon();
    void ask();
    void refresh();
    void retranslate();
    QString noteText() const;

    NoteBox* m_note;
    TextLabel* m_title;
    QPlainTextEdit* m_text;
    TextLabel* m_caption;
    ClassBars* m_bars;
    QTimer m_timer{this};
    TextReading m_reading; ///< of what was answered last
    QString m_answeredBy; ///< the run whose answer is shown
    qint64 m_answeredStep = 0;
    QString m_problem;
    QString m_lastAsked;
    bool m_ready = false;
    bool m_wanted = false;
};

} // namespace netsmith::gui
