#pragma once

#include "gui/tryit/answer_caption.h"
#include "gui/widgets/controls/note_box.h"

#include <QStringList>
#include <QTimer>
#include <QWidget>

namespace netsmith::gui {

/// A page on which a person puts together what the network is asked, while it trains and after. Asks at most 15 times a second,
/// and only for what is new; says who answered, or why nobody does.
class AskingPanel : public QWidget {
    Q_OBJECT

public:
    /// Whether there is a network to ask.
    void setReady(bool ready);
    /// The weights changed, so that an answer would be another one.
    void networkChanged();
    void showProblem(const QString& sentence);

protected:
    /// `name`: that the names of its parts begin with.
    AskingPanel(const QString& name, QWidget* parent);

    /// What would be asked now, where there is a network and somebody looks; empty: nothing.
    virtual QStringList question() = 0;
    virtual void ask() = 0;
    virtual void refresh() = 0;
    virtual void retranslate() { }

    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

    bool isReady() const { return m_ready; }
    /// Asks, unless the last question was the same.
    void soon();
    void questionChanged();
    void answered(const QString& run, qint64 step);
    /// The same may be asked again.
    void forgetQuestion() { m_lastAsked.clear(); }
    void forgetAnswer() { m_caption->forgetAnswer(); }
    bool isAnswered() const { return m_caption->isAnswered(); }
    /// What went wrong, or else this.
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
