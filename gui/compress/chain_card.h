#pragma once

#include "engine/compress/chain/chain.h"

#include <QFrame>

#include <vector>

class QGridLayout;
class QPushButton;

namespace netsmith::gui {

class TextLabel;

/// A run of a chain: what was done to the one before, and what it takes and keeps beside the original. An arrow leads to it.
class ChainCard : public QWidget {
    Q_OBJECT

public:
    explicit ChainCard(QWidget* parent = nullptr);

    /// `name`: the run's; `original`: the first of the chain, null if it is this one or was not measured.
    void show(const compress::ChainRun& run, const QString& name, const compress::Measures* original);
    const std::filesystem::path& run() const { return m_run; }

    QSize sizeHint() const override;

Q_SIGNALS:
    void opened(const std::filesystem::path& run);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// A row: an amount, and how it differs from the original's; `tone` of that.
    void addFact(const QString& id, const QString& name, const QString& amount, const QString& difference, const QString& tone,
                 const QString& tip);
    void addSizes(const compress::Measures& measures, const compress::Measures* original);
    void addLatencies(const compress::Measures& measures, const compress::Measures* original);
    void addJudged(const compress::Measures& measures, const compress::Measures* original);

    struct Row {
        TextLabel* name;
        TextLabel* amount;
        TextLabel* difference;
    };

    std::filesystem::path m_run;
    bool m_isFirst = true;
    QFrame* m_frame;
    TextLabel* m_change;
    QPushButton* m_open;
    QGridLayout* m_grid;
    std::vector<Row> m_rows;
    std::size_t m_used = 0; ///< of the rows
    TextLabel* m_unmeasured;
};

} // namespace netsmith::gui
