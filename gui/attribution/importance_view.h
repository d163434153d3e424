#pragma once

#include "gui/attribution/importance.h"

#include <QWidget>

#include <memory>

class QVBoxLayout;

namespace netsmith::gui {

class ImportanceList;

/// The parts of a sample and what each mattered: a picture under its map, a text on coloured grounds, a series, or a row's columns,
/// one input below the other.
class ImportanceView : public QWidget {
    Q_OBJECT

public:
    explicit ImportanceView(QWidget* parent = nullptr);

    /// `report`: keeps what is shown alive; null: nothing.
    void show(const std::shared_ptr<const AttributionReport>& report);
    const std::vector<Importance>& shown() const { return m_shown; }
    /// The number with the strongest colour, over all inputs.
    double most() const;
    bool hasNegative() const;
    bool hasPicture() const;
    /// Whether a part can be pointed at, and is not only listed.
    bool canPoint() const;
    void setBlend(double blend);

Q_SIGNALS:
    /// What is pointed at; empty: nothing.
    void told(const QString& words);

private:
    void rebuild();
    void fill(int index);
    QWidget* makeText(const QString& name);
    QWidget* makeFor(const Importance& importance, int index);

    std::shared_ptr<const AttributionReport> m_report;
    std::vector<Importance> m_shown; ///< they point into the report
    QVBoxLayout* m_column;
    std::vector<QWidget*> m_views; ///< of each
    double m_blend = 0.75;
};

} // namespace netsmith::gui
