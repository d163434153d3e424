#pragma once

#include <QColor>
#include <QWidget>

namespace netsmith::gui {

/// The colours of importance: what speaks for the explained answer in one hue, what speaks against it in another, both the stronger
/// the larger it is. The hues differ with any colour blindness, and lightness alone shows the size.
class ImportanceScale {
public:
    /// In the theme's current colours.
    ImportanceScale();

    /// Of a value from −1 to 1; beyond, the same as these. It covers what is below it the more, the larger it is.
    QColor over(double value, double strength = 1.0) const;
    /// The same on the ground.
    QColor color(double value, double strength = 1.0) const;

private:
    QColor m_for;
    QColor m_against;
    QColor m_ground;
};

/// Which numbers the colours stand for.
class ImportanceLegend : public QWidget {
    Q_OBJECT

public:
    explicit ImportanceLegend(QWidget* parent = nullptr);

    /// The colours go up to this number, and down to minus the same if there are negative ones. `ofClass`: they speak for or
    /// against a class, and don't raise or lower a number.
    void show(double most, bool hasNegative, bool ofClass);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QString words() const;

    double m_most = 0.0;
    bool m_hasNegative = false;
    bool m_ofClass = true;
};

} // namespace netsmith::gui
