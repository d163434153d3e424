#pragma once

#include <QWidget>

class QLabel;

namespace netsmith::gui {

/// A hint in the middle of an empty canvas: how to start.
class EmptyHint final : public QWidget {
    Q_OBJECT

public:
    explicit EmptyHint(QWidget* parent);

    void renew();
    /// Sets the width to its text's, or to the available room, wrapping as needed.
    void fitInto(int room);

protected:
    void changeEvent(QEvent* event) override;

private:
    QLabel* m_picture;
    QLabel* m_text;
};

} // namespace netsmith::gui
