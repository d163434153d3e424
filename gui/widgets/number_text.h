#pragma once

#include <QLocale>
#include <QString>

#include <cstdint>

namespace netsmith {
class Shape;
}

namespace netsmith::gui {

/// Numbers for display, in the window's language: exact counts with separators, else three significant digits.
QString countText(std::int64_t count); ///< "93,322"
QString shortCountText(double count); ///< "320", "18.5k", "4.46M": next to a node's title
/// For settings rather than measurements, as a user types them, with `digits` digits or as many as needed: "0.001", "5e-6".
QString numberText(double value, int digits = QLocale::FloatingPointShortest);
QString significantText(double value, int digits = 3); ///< "0.0241"
QString powerText(int base, int exponent); ///< "2⁻²⁴"
QString percentText(double share, int decimals = 1); ///< 0.992 → "99.2 %"
QString bytesText(std::int64_t bytes); ///< "83 MiB", "484 KiB"
QString flopsText(double flops); ///< "4.46 MFLOP"
QString flopRateText(double flopsPerSecond); ///< "4.46 GFLOP/s"
QString durationText(double seconds); ///< "52 µs", "9 s", "3 min 20 s", "2 h 5 min"
QString shapeText(const Shape& shape); ///< "28×28×1", "scalar"

} // namespace netsmith::gui
