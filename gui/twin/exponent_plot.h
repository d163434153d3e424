#pragma once

#include "engine/twin/numbers.h"

#include <QWidget>

namespace netsmith::gui {

/// How often a layer's gradients have each exponent, with what the precision has room for: what lies outside is lost or overflows,
/// and is drawn in the colour of what is wrong.
class ExponentPlot : public QWidget {
    Q_OBJECT

public:
    explicit ExponentPlot(QWidget* parent = nullptr);

    /// `shift`: the power of two that the loss scale multiplies by, so that the bars stand where the precision sees them.
    void setExponents(const twin::Exponents& exponents, const twin::NumberRange& range, int shift);
    void clear();
    /// The share of what is neither 0 nor infinite that the precision keeps.
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
