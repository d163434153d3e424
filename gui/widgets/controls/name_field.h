#pragma once

#include "gui/widgets/controls/commit_field.h"

class QListWidget;
class QListWidgetItem;
class QToolButton;

namespace netsmith::gui {

/// A text that names one or several of the things there are: it is taken from a list, or typed where the list does not have it.
/// Several stand with commas between.
class NameField : public CommitField {
    Q_OBJECT

public:
    explicit NameField(QWidget* parent = nullptr);

    /// What there is to choose from; without names the field is one to type in.
    void setNames(const QStringList& names, bool several);
    const QStringList& names() const { return m_names; }
    /// Shows the list; what is chosen is committed, of several when it closes.
    void openList();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QStringList named() const;
    void makeList();
    void fillList();
    void take(QListWidgetItem* item);
    void closeList(bool keep);
    void place();
    void setTexts();

    QToolButton* m_open;
    QWidget* m_popup = nullptr; ///< made when it is opened first
    QListWidget* m_list = nullptr;
    QStringList m_names;
    bool m_several = false;
};

} // namespace netsmith::gui
