#pragma once

#include "engine/inspect/profiler/sharing.h"

#include <QWidget>

#include <optional>
#include <vector>

class QGridLayout;

namespace netsmith::gui {

class ShareBar;
class TextLabel;

/// A convolution beside the other ways to connect its maps: parameters, FLOPs and time of each.
class SharingView : public QWidget {
    Q_OBJECT

public:
    explicit SharingView(QWidget* parent = nullptr);

    void show(const inspect::SharingCosts& costs);

protected:
    void changeEvent(QEvent* event) override;

private:
    enum Column { name, parameters, flops, time, bar };
    static constexpr int columns = bar + 1;
    struct Row {
        TextLabel* texts[bar];
        ShareBar* share;
    };
    Row& row(std::size_t place);
    QString nameOf(const inspect::ConnectionCosts& costs) const;
    void retranslate();

    std::optional<inspect::SharingCosts> m_costs;
    QGridLayout* m_grid;
    TextLabel* m_heads[bar];
    std::vector<Row> m_rows;
};

} // namespace netsmith::gui
