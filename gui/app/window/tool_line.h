#pragma once

#include <QList>
#include <QWidget>

class QHBoxLayout;

namespace netsmith::gui {

/// The tool bar's content, which never needs more width than the window has: widgets that are also available elsewhere are hidden,
/// in order, where space is short, and shown again.
class ToolLine : public QWidget {
    Q_OBJECT

public:
    explicit ToolLine(QWidget* parent = nullptr);

    QHBoxLayout& row() { return *m_row; }
    /// `widgets` must be in the row already.
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
