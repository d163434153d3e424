#pragma once

#include <QLineEdit>

namespace netsmith::gui {

/// A search field: a magnifier, its shortcut as a hint while it is empty, a clear button; Up, Down and Enter control the list that
/// it searches.
class SearchField : public QLineEdit {
    Q_OBJECT

public:
    explicit SearchField(QWidget* parent = nullptr);

    /// Shown at the right while the field is empty: "Ctrl K".
    void setShortcutHint(const QString& hint);

Q_SIGNALS:
    void moved(int rows); ///< Up and Down by one, Page Up and Page Down by ten
    void chosen(); ///< Enter
    void left(); ///< Esc in an empty field

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void placeMargins();

    QString m_hint;
};

} // namespace netsmith::gui
