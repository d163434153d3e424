#pragma once

#include "gui/widgets/tokens.h"

#include <QWidget>

namespace netsmith::gui {

/// One of the studio's icons in a row of text, in the colour of its token.
class IconLabel : public QWidget {
    Q_OBJECT

public:
    explicit IconLabel(const QString& name = {}, Token token = Token::textSecondary, int side = 16, QWidget* parent = nullptr);

    void setIcon(const QString& name, Token token);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_name;
    Token m_token;
    int m_side;
};

} // namespace netsmith::gui
