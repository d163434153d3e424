#pragma once

#include <QList>
#include <QWidget>

class QHBoxLayout;

namespace netsmith::gui {

/// The tool bar's content, which never asks for more width than the window has: what can be found elsewhere too leaves the line
/// where there is no room, the first of them first, and comes back.
class ToolLine : public QWidget {
    Q_OBJECT

public:
    explicit ToolLine(QWidget* parent = nullptr);

    QHBoxLayout& row() { return *m_row; }
    /// `widgets` are in the row already.
    void setOptional(const QList<QWidget*>& widgets) { m_optional = widgets; }
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;

private:
    void fit();

    QHBoxLayout* m_row;
    QList<QWidget*> m_optional;
};

} // namespace netsmith::gui
