#include "gui/app/window/memory_estimate.h"

#include "engine/backend/loader.h"
#include "engine/data/source.h"
#include "engine/inspect/estimate.h"
#include "gui/widgets/number_text.h"

#include <optional>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int pauseMilliseconds = 120;

/// None if the project can't be planned: the list of problems says why.
std::optional<std::int64_t> bytesFor(const CheckedProject& checked, const data::DataPaths& paths)
{
    try {
        const Project& project = checked.project();
        const std::shared_ptr<const data::Source> source = data::sourceFor(project.data, paths);
        Backend& backend = *backendFor(project.training.device).take();
        return inspect::memoryEstimate(checked, inspect::sampleCounts(project, *source), backend).total();
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

} // namespace

MemoryEstimate::MemoryEstimate(Document& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(pauseMilliseconds);
    connect(&m_pause, &QTimer::timeout, this, &MemoryEstimate::ask);
    connect(&document, &Document::analysed, &m_pause, qOverload<>(&QTimer::start));
    m_pause.start();
}

void MemoryEstimate::ask()
{
    if (m_document.analysis().errorCount() > 0) {
        ++m_asked;
        Q_EMIT estimated({});
        return;
    }
    if (m_busy) { // one at a time: its result triggers the next
        ++m_asked;
        return;
    }
    m_busy = true;
    const std::uint64_t number = ++m_asked;
    m_thread.run([this, number, project = m_document.analysis().project(), paths = m_document.dataPaths()] {
        const std::optional<std::int64_t> bytes = bytesFor(*project, paths);
        m_thread.answer([this, number, bytes] {
            m_busy = false;
            if (number == m_asked)
                Q_EMIT estimated(bytes ? tr("≈ %1").arg(bytesText(*bytes)) : QString());
            else
                ask();
        });
    });
}

} // namespace netsmith::gui
