#pragma once

#include <QScrollArea>

namespace netsmith::gui {

/// A scroll area for tall content. Its scroll bar floats over the content's margin: the width doesn't depend on the height, so that
/// wrapping text can't make the bar appear and disappear in turn.
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
