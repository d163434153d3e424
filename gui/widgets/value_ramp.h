#pragma once

#include <QColor>

namespace netsmith::gui {

/// Colours of numbers around zero: zero is the colour of the ground, and larger ones stand out more, negative ones in another hue.
/// The two hues differ with any colour blindness, and lightness alone shows the size.
class ValueRamp {
public:
    /// In the theme's current colours.
    ValueRamp();

    /// For −1, the most negative, to 1; values beyond are the same as these.
    QRgb color(double value) const;
    /// For a number that is not finite.
    QRgb notFinite() const { return m_notFinite; }

private:
    QRgb m_zero;
    QRgb m_middle; ///< of the positive ones
    QRgb m_most;
    QRgb m_least;
    QRgb m_notFinite;
};

} // namespace netsmith::gui
