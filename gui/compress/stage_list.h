#pragma once

#include "gui/compress/stage_draft.h"

#include <QWidget>

#include <vector>

class QAction;
class QMenu;
class QToolButton;

namespace netsmith::gui {

class StageCard;
class TextLabel;
class WrapLayout;

/// The stages of a compression in their order, edited by mouse or keyboard.
class StageList : public QWidget {
    Q_OBJECT

public:
    explicit StageList(QWidget* parent = nullptr);

    void setStages(std::vector<StageDraft> stages);
    const std::vector<StageDraft>& stages() const { return m_stages; }
    /// Why they can't be done like this, as a sentence; empty: they can. The stage that it is about shows it.
    QString mistake() const { return m_mistake; }
    /// The projects that a student can be chosen from.
    void setStudents(const QStringList& projects);
    /// Commits uncommitted text.
    void commit();

Q_SIGNALS:
    void changed();

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void add(const std::string& kind);
    void move(std::size_t index, int by);
    void remove(std::size_t index);
    StageCard* addCard();
    /// As many cards as stages, with what is in them.
    void follow();
    void check();

    std::vector<StageDraft> m_stages;
    QString m_mistake;
    QStringList m_students;
    WrapLayout* m_row;
    std::vector<StageCard*> m_cards;
    QToolButton* m_add;
    QMenu* m_menu;
    std::vector<QAction*> m_kinds; ///< as `stageKinds`
};

} // namespace netsmith::gui
