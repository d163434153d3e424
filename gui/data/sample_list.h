#pragma once

#include "gui/data/sample_grid.h"

#include <QWidget>

namespace netsmith::gui {

/// Samples that are not images, one below another: the beginning of a text, a row's numbers or a series as a curve, each with its
/// class in front.
class SampleList : public QWidget {
    Q_OBJECT

public:
    /// Shows this many at most.
    explicit SampleList(int listed = SampleViewSize().listed, QWidget* parent = nullptr);

    /// Shows the first of these; hidden if there are none.
    void show(const std::vector<DataPreview::Sample>& samples);
    /// A click, or Enter on the one that the arrow keys move to, chooses a sample.
    void setChoosable();
    QSize sizeHint() const override;

Q_SIGNALS:
    void chosen(int index);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    int rowHeight() const;

    std::size_t m_listed;
    std::vector<DataPreview::Sample> m_samples;
    bool m_choosable = false;
    int m_current = -1;
};

} // namespace netsmith::gui
