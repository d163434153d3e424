#pragma once

#include "gui/training/prediction.h"

#include <QWidget>

class QLabel;

namespace netsmith::gui {

class FactList;
class HistogramView;
class LayerView;
class Scroller;
class TextLabel;

/// One output of a layer and whose it is: its picture, the number under the pointer and how its numbers are distributed.
class LayerColumn : public QWidget {
    Q_OBJECT

public:
    /// `name`: what the objects' names begin with.
    LayerColumn(const QString& name, QWidget* parent);

    /// What the output is of.
    struct Origin {
        std::int64_t step = 0; ///< the weights are those after it
        QImage sample{}; ///< a small picture; null: of many inputs
    };
    /// `range`: what the colours cover, if not the numbers of this output.
    void show(const LayerDetail& detail, const Origin& origin, const std::optional<std::pair<double, double>>& range = {});
    /// Whether it tells its origin, as one of two does.
    void setTelling(bool tells);
    void retranslate();

    LayerView& view() { return *m_view; }
    Scroller& scroller() { return *m_scroller; }

private:
    void point(const QString& words);
    void refresh();

    QString m_name;
    std::optional<LayerDetail> m_detail;
    std::optional<std::pair<double, double>> m_range;
    Origin m_origin;
    QWidget* m_head;
    QLabel* m_sample;
    TextLabel* m_step;
    LayerView* m_view;
    Scroller* m_scroller;
    TextLabel* m_pointed;
    TextLabel* m_distribution;
    HistogramView* m_histogram;
    FactList* m_facts;
};

} // namespace netsmith::gui
