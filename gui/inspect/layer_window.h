#pragma once

#include "gui/training/prediction.h"

#include <QWidget>

namespace netsmith::gui {

class FactList;
class HistogramView;
class LayerView;
class Scroller;
class TextLabel;

/// A layer's output for one sample in detail: all its maps, units or steps, the number under the pointer, and how its numbers are
/// distributed. Follows the sample and the training as long as it is open.
class LayerWindow : public QWidget {
    Q_OBJECT

public:
    explicit LayerWindow(QWidget* parent);

    /// The layer to be shown next; what is shown of another one is cleared.
    void open(const std::string& layer, const QString& title);
    const std::string& layer() const { return m_layer; }
    void show(const LayerDetail& detail);

Q_SIGNALS:
    void closed();

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void refresh();
    void point(const QString& words);

    std::string m_layer;
    QString m_title;
    std::optional<LayerDetail> m_detail;
    TextLabel* m_head;
    TextLabel* m_shape;
    LayerView* m_view;
    Scroller* m_scroller;
    TextLabel* m_pointed;
    TextLabel* m_distribution;
    HistogramView* m_histogram;
    FactList* m_facts;
};

} // namespace netsmith::gui
