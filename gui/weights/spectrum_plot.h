#pragma once

#include "engine/inspect/weights/spectrum.h"

#include <QWidget>

namespace netsmith::gui {

/// Singular values by their number, on a logarithmic scale: of a whole matrix and of its gates.
class SpectrumPlot : public QWidget {
    Q_OBJECT

public:
    explicit SpectrumPlot(QWidget* parent);

    void show(const std::vector<inspect::Spectrum>& spectra);
    const std::vector<inspect::Spectrum>& spectra() const { return m_spectra; }
    QSize sizeHint() const override;

Q_SIGNALS:
    /// "Singular value 3 of 64: 1.23"; empty: the pointer is beside the plot.
    void pointed(const QString& words);

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QRectF room() const;
    /// Where each matrix is named above the plot, in as many lines as they need; none of a single one.
    std::vector<QRectF> legend() const;
    QPointF placeOf(std::size_t index, double value) const;
    void describe();

    std::vector<inspect::Spectrum> m_spectra;
    std::size_t m_count = 0; ///< of the longest
    double m_least = 0.0; ///< exponents of ten, at the bottom and at the top
    double m_most = 1.0;
    int m_pointed = -1;
};

} // namespace netsmith::gui
