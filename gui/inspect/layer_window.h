#pragma once

#include "gui/inspect/layer_column.h"

class QPushButton;

class QStackedWidget;
class QTabBar;

namespace netsmith::gui {

class ExplanationPanel;
class TextLabel;
class WeightsPanel;

/// A layer in detail. Its output for one sample: all its maps, units or steps, the number under the pointer, how its numbers are
/// distributed, and how the chosen one is made; in another tab its weights. Follows the sample and the training as long as it is
/// open. The output that it shows can be held beside what comes next: another sample, or the same at another moment.
class LayerWindow : public QWidget {
    Q_OBJECT

public:
    explicit LayerWindow(QWidget* parent);

    /// The layer to be shown next; what is shown of another one is cleared.
    void open(const std::string& layer, const QString& title);
    const std::string& layer() const { return m_layer; }
    void show(const LayerDetail& detail, const LayerColumn::Origin& origin);
    /// `doc`: what the layer does.
    void explain(const inspect::LayerExplanation& explanation, const QString& doc);
    /// Why the chosen number is not explained.
    void refuse(const QString& reason);
    WeightsPanel& weights() const { return *m_weights; }
    bool showsWeights() const;

Q_SIGNALS:
    void closed();
    /// How this number is made is to be shown.
    void wanted(const inspect::ExplanationRequest& number);
    /// The tab of the weights was opened, or left.
    void weightsWanted(bool wanted);

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void hold(bool holds);
    /// Both in the same colours, and how far they are apart.
    void showBeside();
    void choose(const inspect::Place& place);
    /// To the next number along an axis; the last ones are rows, columns and maps.
    void move(int axis, int by);
    void moveOn(int by);

    std::string m_layer;
    QString m_title;
    std::optional<LayerDetail> m_detail;
    inspect::ExplanationRequest m_number; ///< that is explained
    LayerColumn::Origin m_origin;
    std::optional<LayerDetail> m_held;
    LayerColumn::Origin m_heldOrigin;
    TextLabel* m_head;
    TextLabel* m_shape;
    TextLabel* m_apart;
    QPushButton* m_hold;
    LayerColumn* m_column;
    LayerColumn* m_heldColumn;
    ExplanationPanel* m_explanation;
    QTabBar* m_tabs;
    QStackedWidget* m_pages;
    QWidget* m_output;
    WeightsPanel* m_weights;
};

} // namespace netsmith::gui
