#include "gui/document/data_look.h"

#include <algorithm>
#include <functional>
#include <iterator>

namespace netsmith::gui {
namespace {

/// The facts from complete settings.
struct Found {
    std::shared_ptr<const data::Source> source;
    std::optional<Message> problem;
};

Found foundBy(const std::function<std::shared_ptr<const data::Source>()>& source)
{
    try {
        return {source(), {}};
    } catch (const Error& error) {
        return {{}, error.message()};
    } catch (const std::exception& error) {
        return {{}, Message(NS_MESSAGE("data.unexpected", "the data could not be read: {0}"), error.what())};
    }
}

bool namesTheSame(const data::DataPaths& a, const data::DataPaths& b)
{
    return a.folders() == b.folders();
}

} // namespace

const std::vector<data::FieldSpec>& DataFacts::fields() const
{
    static const std::vector<data::FieldSpec> none;
    return source ? source->fields() : none;
}

std::vector<data::FieldSpec> DataFacts::contentFields() const
{
    const std::vector<data::FieldSpec>& all = fields();
    std::vector<data::FieldSpec> out;
    std::ranges::copy_if(all, std::back_inserter(out), [&](const data::FieldSpec& field) {
        return std::ranges::find(all, field.name, &data::FieldSpec::lengths) == all.end();
    });
    return out;
}

std::int64_t downloadBytes(const data::Source& source)
{
    std::int64_t sum = 0;
    for (const data::RemoteFile& file : source.info().files)
        sum += file.size;
    return sum;
}

DataLook::DataLook(QObject* parent)
    : QObject(parent)
{
}

DataLook::~DataLook()
{
    ++m_job; // skips jobs that have not started
}

void DataLook::look(const DataSettings& settings, const data::DataPaths& paths, bool again)
{
    Asked asked;
    asked.settings.source = settings.source;
    asked.settings.path = settings.path;
    asked.settings.parameters = settings.parameters;
    asked.settings.validationFile = settings.validationFile;
    asked.paths = paths;
    if (!again && asked.settings == m_asked.settings && namesTheSame(asked.paths, m_asked.paths))
        return;
    const bool others = asked.settings.source != m_asked.settings.source || asked.settings.path != m_asked.settings.path
        || !namesTheSame(asked.paths, m_asked.paths);
    m_asked = std::move(asked);
    if (others)
        m_facts = {};
    begin();
}

void DataLook::begin()
{
    const std::uint64_t job = ++m_job;
    Found now = foundBy([this] { return data::sourceAtHand(m_asked.settings, m_asked.paths); });
    m_looking = !now.problem && (!now.source || !now.source->info().partParameters.empty());
    if (now.source || now.problem) {
        m_facts.source = std::move(now.source);
        m_facts.problem = std::move(now.problem);
    }
    if (!m_looking)
        return;
    m_thread.run([this, job, asked = m_asked] {
        const auto tell = [this, job](const SideThread::Call& take) {
            m_thread.answer([this, job, take] {
                if (job != m_job)
                    return; // superseded by a later request
                take();
                Q_EMIT found();
            });
        };
        if (job != m_job)
            return;
        // The quick part first, so that names can be chosen while the whole file is read.
        tell([this, names = data::partNames(asked.settings, asked.paths)] { m_facts.partNames = names; });
        tell([this, last = foundBy([&asked] { return data::sourceFor(asked.settings, asked.paths); })] {
            m_facts.source = last.source;
            m_facts.problem = last.problem;
            m_looking = false;
        });
    });
}

} // namespace netsmith::gui
