#pragma once

#include <QWidget>

class QLabel;

namespace netsmith::gui {

/// What an empty canvas says in its middle: how to begin.
class EmptyHint final : public QWidget {
    Q_OBJECT

public:
    explicit EmptyHint(QWidget* parent);

    void renew();
    /// As wide as its text, or as there is room for, in as many lines as that takes.
    void fitInto(int room);

protected:
    void changeEvent(QEvent* event) override;

private:
    QLabel* m_picture;
    QLabel* m_text;
};

} // namespace netsmith::gui
