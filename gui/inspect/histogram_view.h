#pragma once

#include <QWidget>

#include <vector>

namespace netsmith::gui {

/// How often numbers occur, from the least to the largest.
class HistogramView : public QWidget {
    Q_OBJECT

public:
    explicit HistogramView(QWidget* parent);

    void show(std::vector<std::int64_t> counts, double least, double most);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<std::int64_t> m_counts;
    double m_least = 0.0;
    double m_most = 0.0;
};

} // namespace netsmith::gui
