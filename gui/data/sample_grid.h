#pragma once

#include "gui/data/data_preview.h"

#include <QWidget>

namespace netsmith::gui {

/// The size of a view of samples.
struct SampleViewSize {
    int side = 36; ///< of an image, at least
    int rows = 3; ///< of images
    int listed = 8; ///< samples that are not images
};

/// Samples side by side, as many as fit in the width, each with its class below.
class SampleGrid : public QWidget {
    Q_OBJECT

public:
    explicit SampleGrid(const SampleViewSize& size = {}, QWidget* parent = nullptr);

    void show(std::vector<DataPreview::Sample> samples);
    /// A click, or Enter on the one that the arrow keys move to, chooses a sample.
    void setChoosable();
    QRect sampleRectangle(int index) const;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;

Q_SIGNALS:
    void chosen(int index);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    int shown() const;
    int indexAt(QPoint at) const;
    void moveTo(int index);
    int columns(int width) const;
    QSize cell(int width) const;

    SampleViewSize m_size;
    std::vector<DataPreview::Sample> m_samples;
    bool m_choosable = false;
    int m_current = -1;
};

} // namespace netsmith::gui
