#pragma once

#include <QScrollArea>

namespace netsmith::gui {

/// What may be higher than there is room. Its bar floats over the content's margin: the width does not change with the height, so
/// what wraps neither jumps as a bar comes nor sends it away again.
class Scroller : public QScrollArea {
    Q_OBJECT

public:
    explicit Scroller(QWidget* parent = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void followRange();

    QScrollBar* m_bar;
};

} // namespace netsmith::gui
