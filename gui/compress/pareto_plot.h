#pragma once

#include "engine/compress/chain/chain.h"
#include "gui/plots/qcustomplot.h"

#include <optional>
#include <vector>

namespace netsmith::gui {

/// A run of a family beside the others: what it costs and how well it does.
struct ParetoPoint {
    std::filesystem::path run{};
    QString name{};
    QString change{}; ///< what was done to it
    double cost = 0.0; ///< in bytes or seconds
    double worth = 0.0; ///< the judged value
    std::optional<compress::Interval> interval{}; ///< of it
    bool isShown = false; ///< the chain that leads to it is shown
    bool isFront = false; ///< no other is at least as good in both and better in one
};

/// The runs that were made of one network: how well each does over what it costs. Those that no other beats are joined by a line.
/// Read by pointing at them or with the arrow keys, and opened by a click or Enter.
class ParetoPlot : public QCustomPlot {
    Q_OBJECT

public:
    enum class Cost { bytes, batch64, batch1 };

    explicit ParetoPlot(QWidget* parent = nullptr);

    /// `judged`: the name of the judged value, "accuracy".
    void show(std::vector<ParetoPoint> points, Cost cost, const std::string& judged);
    /// From the cheapest to the dearest.
    const std::vector<ParetoPoint>& points() const { return m_points; }
    Cost cost() const { return m_cost; }
    const std::string& judged() const { return m_judged; }
    /// A point's place, for tests.
    QPointF placeOf(std::size_t point) const;
    /// The point next to a place.
    std::optional<std::size_t> pointAt(const QPointF& place) const;
    /// What there is to say about a point.
    QString wordsOf(std::size_t point) const;

    QSize sizeHint() const override { return minimumSizeHint(); }

Q_SIGNALS:
    /// A person asks to see a run.
    void runChosen(const std::filesystem::path& run);

protected:
    bool event(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Unit;
    Unit unit() const;
    QString costText(double cost) const;
    void draw();
    void drawPoint(const ParetoPoint& point, bool isCurrent);
    void drawName(const ParetoPoint& point);
    void setRanges();
    void applyTheme();
    /// The one that the arrow keys are at.
    void setCurrent(std::optional<std::size_t> point);

    std::vector<ParetoPoint> m_points;
    std::string m_judged;
    Cost m_cost = Cost::bytes;
    std::optional<std::size_t> m_current;
};

/// The measured runs as points; of those that were timed on the original's device alone if the cost is a time. `isShown` of none.
std::vector<ParetoPoint> paretoPoints(const std::vector<compress::ChainRun>& family, ParetoPlot::Cost cost,
                                      const std::string& judged);

} // namespace netsmith::gui
