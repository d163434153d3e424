#pragma once

#include "gui/tryit/answer_caption.h"
#include "gui/widgets/labels/note_box.h"

#include <QStringList>
#include <QTimer>
#include <QWidget>

namespace netsmith::gui {

/// A page for composing the input of the network, during training and after. Asks at most 15 times a second, and only if the input
/// or the weights have changed; shows who answered, or why there is no answer.
class AskingPanel : public QWidget {
    Q_OBJECT

public:
    /// Whether there is a network to ask.
    void setReady(bool ready);
    /// The weights have changed, and so would the answer.
    void networkChanged();
    void showProblem(const QString& sentence);

protected:
    /// `name`: prefix of the object names of its parts.
    AskingPanel(const QString& name, QWidget* parent);

    /// The current question, if there is a network and the page is visible; empty: none.
    virtual QStringList question() = 0;
    virtual void ask() = 0;
    virtual void refresh() = 0;
    virtual void retranslate() { }

    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

    bool isReady() const { return m_ready; }
    /// Asks, unless the question is the same as the last.
    void soon();
    void questionChanged();
    void answered(const QString& run, qint64 step);
    /// The same question may be asked again.
    void forgetQuestion() { m_lastAsked.clear(); }
    void forgetAnswer() { m_caption->forgetAnswer(); }
    bool isAnswered() const { return m_caption->isAnswered(); }
    /// Shows the problem, if there is one, otherwise this sentence.
    void showNote(const QString& sentence, NoteBox::Kind kind = NoteBox::Kind::info);

    NoteBox* m_note;
    AnswerCaption* m_caption; ///< who answered

private:
    QTimer m_timer{this};
    QStringList m_lastAsked;
    QString m_problem;
    bool m_ready = false;
};

} // namespace netsmith::gui
