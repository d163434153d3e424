#include "gui/settings/start_choice.h"

#include "gui/widgets/engine_text.h"
#include "gui/widgets/forms/choice_box.h"

#include <QEvent>
#include <QSignalBlocker>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

StartChoice::StartChoice(QWidget* parent)
    : FormRow({}, new ChoiceBox, parent)
    , m_choice(static_cast<ChoiceBox*>(field()))
{
    setObjectName(u"startFrom"_s);
    m_choice->setObjectName(u"startFromField"_s);
    m_choice->addItem(QString(), QString());
    connect(m_choice, &QComboBox::currentIndexChanged, this, [this] { Q_EMIT chosen(run()); });
    connect(m_choice, &QComboBox::activated, this, [this] { m_name = {}; });
    setTexts();
    hide();
}

bool StartChoice::hasWeights(const runs::RunSummary& run)
{
    return run.readable && !run.active && run.epochsDone > 0 && run.folds == 0;
}

void StartChoice::setProjectHasWeights(bool has)
{
    if (m_projectHasWeights == has)
        return;
    m_projectHasWeights = has;
    setTexts();
}

void StartChoice::setRuns(const std::vector<runs::RunSummary>& runs)
{
    const std::filesystem::path before = run();
    {
        const QSignalBlocker quiet(m_choice);
        while (m_choice->count() > 1)
            m_choice->removeItem(1);
        for (const runs::RunSummary& run : runs)
            if (hasWeights(run))
                m_choice->addItem(fromStd(run.name()), fromStd(run.folder.string()));
        const auto isOwner = [&](const runs::RunSummary& each) {
            std::error_code gone;
            return std::filesystem::equivalent(each.folder, before.parent_path().parent_path(), gone);
        };
        if (!std::ranges::any_of(runs, isOwner))
            m_name = {}; // of another project, or of a run that was deleted
        if (m_name)
            m_choice->addItem(m_name(), fromStd(before.string()));
        const int index = m_choice->findData(fromStd(before.string()));
        m_choice->setCurrentIndex(index < 0 ? 0 : index);
    }
    setVisible(offersRuns());
    if (run() != before) // it was deleted, or another project is open
        Q_EMIT lost();
}

void StartChoice::choose(const std::filesystem::path& checkpoint, std::function<QString()> name)
{
    {
        const QSignalBlocker quiet(m_choice);
        if (m_name) // the one before is no longer offered
            m_choice->removeItem(m_choice->currentIndex());
        m_name = std::move(name);
        m_choice->addItem(m_name(), fromStd(checkpoint.string()));
        m_choice->setCurrentIndex(m_choice->count() - 1);
    }
    setVisible(true);
    Q_EMIT chosen(checkpoint);
}

bool StartChoice::offersRuns() const
{
    return m_choice->count() > 1;
}

std::filesystem::path StartChoice::run() const
{
    return m_choice->currentData().toString().toStdString();
}

void StartChoice::changeEvent(QEvent* event)
{
    FormRow::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        setTexts();
}

void StartChoice::setTexts()
{
    setName(tr("Start from"));
    setExplanation(tr("The weights a new run starts from: random ones, or the final weights of another run of this network, with a "
                      "new optimizer state. A forked moment goes on with its optimizer state. This choice is not part of the "
                      "project."));
    if (m_name)
        m_choice->setItemText(m_choice->currentIndex(), m_name());
    m_choice->setItemText(0, m_projectHasWeights ? tr("Initial weights of the project") : tr("Random weights"));
}

} // namespace netsmith::gui
