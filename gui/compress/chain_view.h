#pragma once

#include "engine/compress/chain/chain.h"

#include <QWidget>

#include <functional>
#include <vector>

namespace netsmith::gui {

class ChainCard;
class WrapLayout;

/// The runs of a chain side by side, the original first.
class ChainView : public QWidget {
    Q_OBJECT

public:
    using Namer = std::function<QString(const std::filesystem::path& run)>;

    explicit ChainView(QWidget* parent = nullptr);

    void show(std::vector<compress::ChainRun> runs, const Namer& name);
    const std::vector<compress::ChainRun>& runs() const { return m_runs; }

Q_SIGNALS:
    /// A person asks to see a run.
    void opened(const std::filesystem::path& run);

private:
    std::vector<compress::ChainRun> m_runs;
    WrapLayout* m_row;
    std::vector<ChainCard*> m_cards;
};

} // namespace netsmith::gui
