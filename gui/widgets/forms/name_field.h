#pragma once

#include "gui/widgets/forms/commit_field.h"

class QListWidget;
class QListWidgetItem;
class QToolButton;

namespace netsmith::gui {

/// A text that names one or several things: chosen from a list, or typed if the list doesn't contain it. Several are separated by
/// commas.
class NameField : public CommitField {
    Q_OBJECT

public:
    explicit NameField(QWidget* parent = nullptr);

    /// The names to choose from; without names, it is a plain text field.
    void setNames(const QStringList& names, bool several);
    const QStringList& names() const { return m_names; }
    /// Opens the list; a choice is committed at once, or when the list closes if several can be chosen.
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
    QWidget* m_popup = nullptr; ///< created when first opened
    QListWidget* m_list = nullptr;
    QStringList m_names;
    bool m_several = false;
};

} // namespace netsmith::gui
