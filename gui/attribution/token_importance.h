#pragma once

#include "gui/attribution/importance.h"

#include <QRectF>
#include <QWidget>

namespace netsmith::gui {

/// A text, each token on a ground that says what it contributed. The token at the pointer, or the one that the arrow keys move to,
/// is told.
class TokenImportance : public QWidget {
    Q_OBJECT

public:
    explicit TokenImportance(QWidget* parent = nullptr);

    void show(const std::vector<ShownPart>& parts, double limit);
    int current() const { return m_current; }
    /// Also from a list of the same tokens; −1: none.
    void setCurrent(int part);
    QRectF partRectangle(int part) const;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;

Q_SIGNALS:
    void told(const QString& words);
    void currentChanged(int part);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    std::vector<QRectF> placesIn(int width) const;
    QString wordsOf(int part) const;
    int partAt(QPointF at) const;
    void tell();

    std::vector<ShownPart> m_parts;
    double m_limit = 1.0;
    int m_current = -1;
};

} // namespace netsmith::gui
