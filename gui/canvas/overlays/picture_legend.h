#pragma once

#include <QWidget>

namespace netsmith::gui {

/// The legend of the pictures at the nodes, in a corner of the canvas: the colours from the most negative number to the largest;
/// hidden while there are no pictures.
class PictureLegend final : public QWidget {
    Q_OBJECT

public:
    explicit PictureLegend(QWidget* parent);

    /// What the pictures show; empty: there are none.
    void setTitle(const QString& title);
    void renew();

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_title;
};

} // namespace netsmith::gui
