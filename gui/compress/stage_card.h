#pragma once

#include "gui/compress/stage_draft.h"

#include <QFrame>

class QToolButton;

namespace netsmith::gui {

class ParameterForm;
class TextLabel;

/// One stage of a compression to be edited: its settings, its place among the others, and why it can't be done like this.
class StageCard : public QFrame {
    Q_OBJECT

public:
    explicit StageCard(QWidget* parent = nullptr);

    /// `index` from 0, of `count`.
    void show(const StageDraft& draft, std::size_t index, std::size_t count);
    const StageDraft& draft() const { return m_draft; }
    void setMistake(const QString& sentence);
    /// The projects that a student can be chosen from.
    void setStudents(const QStringList& projects);
    /// The keyboard focus goes to one of its buttons for moving or removing it.
    void focusOn(const QString& button);
    /// Commits uncommitted text.
    void commit();
    void retranslate();

    QSize sizeHint() const override;

Q_SIGNALS:
    void edited(const netsmith::gui::StageDraft& draft);
    /// By one place: −1 or 1.
    void moveAsked(int by);
    void removeAsked();

private:
    QToolButton* addButton(const QString& objectName, const QString& iconName);
    void setTexts();

    StageDraft m_draft;
    std::size_t m_index = 0;
    std::size_t m_count = 1;
    TextLabel* m_title;
    QToolButton* m_earlier;
    QToolButton* m_later;
    QToolButton* m_remove;
    ParameterForm* m_form;
    TextLabel* m_mistake;
};

} // namespace netsmith::gui
