#include "gui/app/asking/mistakes_window.h"

#include "gui/app/asking/mistake_grid.h"
#include "gui/training/training_session.h"
#include "gui/widgets/controls/scroller.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

MistakesWindow::MistakesWindow(TrainingSession& session, QWidget* parent)
    : AskingWindow(session, u"mistakes"_s, parent)
    , m_grid(new MistakeGrid(this))
{
    auto* scroller = new Scroller(this);
    auto* content = new QWidget(scroller);
    auto* inside = new QVBoxLayout(content);
    inside->setContentsMargins(0, 0, 16, 0); // for the floating scroll bar
    inside->addWidget(m_grid);
    inside->addStretch(1);
    scroller->setWidget(content);
    m_column->setContentsMargins(16, 16, 0, 16);
    m_column->addWidget(scroller, 1);
    resize(Theme::instance().scaled(720), Theme::instance().scaled(560));
    retranslate();
}

void MistakesWindow::open(const std::filesystem::path& run)
{
    ask(run, [this, run, dataDir = m_session.document().dataDir()](const Answer& answer, const std::stop_token& stop) {
        const auto tell = [&](std::int64_t done, std::int64_t samples) {
            answer([this, done, samples] {
                m_done = done;
                m_all = samples;
                refresh();
            });
        };
        answer([this, all = mistakesOf(run, dataDir, stop, tell)] {
            m_mistakes = all;
            m_grid->show(*m_mistakes);
            refresh();
        });
    });
}

void MistakesWindow::forget()
{
    m_mistakes.reset();
    m_done = m_all = 0;
    m_grid->clear();
}

QString MistakesWindow::busyText() const
{
    return tr("The device is busy with training. Look at the mistakes once training has ended.");
}

void MistakesWindow::refresh()
{
    if (isNoted())
        return m_title->clear();
    if (!m_mistakes) {
        m_title->setText(m_all > 0 ? tr("Evaluated %1 of %2 samples").arg(countText(m_done), countText(m_all))
                                   : tr("Reading the data"));
        return;
    }
    const QString samples = m_mistakes->kind == JudgedPart::Kind::test ? tr("%1 test samples").arg(countText(m_mistakes->samples))
        : m_mistakes->kind == JudgedPart::Kind::validation ? tr("%1 validation samples").arg(countText(m_mistakes->samples))
                                                           : tr("%1 training samples").arg(countText(m_mistakes->samples));
    const auto kept = static_cast<std::int64_t>(m_mistakes->worst.size());
    if (!m_mistakes->tellsClass)
        m_title->setText(tr("The %1 largest errors on %2").arg(countText(kept), samples));
    else if (m_mistakes->wrong == 0)
        m_title->setText(tr("All %1 are correct").arg(samples));
    else if (m_mistakes->wrong == kept)
        m_title->setText(tr("%1 of %2 are wrong, the worst first").arg(countText(kept), samples));
    else
        m_title->setText(tr("%1 of %2 are wrong: the %3 worst").arg(countText(m_mistakes->wrong), samples, countText(kept)));
}

void MistakesWindow::retranslate()
{
    setWindowTitle(tr("Mistakes of %1").arg(m_session.nameOf(m_run)));
    m_grid->setAccessibleName(tr("Samples that the network gets wrong"));
    refresh();
}

} // namespace netsmith::gui
