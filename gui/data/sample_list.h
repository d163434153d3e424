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
    QSize sizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    int rowHeight() const;

    std::size_t m_listed;
    std::vector<DataPreview::Sample> m_samples;
};

} // namespace netsmith::gui
