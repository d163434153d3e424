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

protected:
    void changeEvent(QEvent* event) override;

private:
    QLabel* m_picture;
    QLabel* m_text;
};

} // namespace netsmith::gui
