#pragma once

#include "engine/twin/numbers.h"

#include <QWidget>

namespace netsmith::gui {

/// How often a layer's gradients have each exponent, with the range of the precision: exponents outside it underflow or overflow,
/// and are drawn in the error colour.
class ExponentPlot : public QWidget {
    Q_OBJECT

public:
    explicit ExponentPlot(QWidget* parent = nullptr);

    /// `shift`: the power of two that the loss scale multiplies by; the bars are shifted to where the precision sees the values.
    void setExponents(const twin::Exponents& exponents, const twin::NumberRange& range, int shift);
    void clear();
    /// The share of the finite nonzero values that the precision keeps.
    double kept() const;

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    twin::Exponents m_exponents;
    twin::NumberRange m_range;
    int m_shift = 0;
};

} // namespace netsmith::gui
