#include "gui/jobs/device_lease.h"

#include <utility>

namespace netsmith::gui {

QString DeviceLease::whyNot(const std::vector<std::string>& devices) const
{
    return m_jobs ? m_jobs->whyNot(m_kind, devices) : QString();
}

void DeviceLease::take(const std::vector<std::string>& devices, std::function<void()> stop)
{
    if (m_jobs && m_jobs->whyNot(m_kind, devices).isEmpty())
        m_jobs->begin(m_kind, devices, std::move(stop));
}

void DeviceLease::giveBack()
{
    if (m_jobs)
        m_jobs->end(m_kind);
}

} // namespace netsmith::gui
