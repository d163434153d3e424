#pragma once

#include <cstdlib>
#include <filesystem>

#include <fcntl.h>
#include <unistd.h>

namespace netsmith::test {

/// While it lives, a test run by root runs as another user, who is given `folder`: root could read and write everything.
class PlainUser {
public:
    explicit PlainUser(const std::filesystem::path& folder)
    {
        if (::geteuid() != 0)
            return;
        m_given = ::chown(folder.c_str(), nobody, nobody) == 0;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
            m_given = ::lchown(entry.path().c_str(), nobody, nobody) == 0 && m_given;
        m_changed = m_given && ::seteuid(nobody) == 0;
        m_works = m_changed && ::faccessat(AT_FDCWD, folder.c_str(), X_OK, AT_EACCESS) == 0;
    }
    ~PlainUser()
    {
        if (m_changed && ::seteuid(0) != 0)
            std::abort(); // the rest would not test what it is meant to
    }
    PlainUser(const PlainUser&) = delete;
    PlainUser& operator=(const PlainUser&) = delete;

    /// False where root can't become another user, or that user can't reach the folder.
    explicit operator bool() const { return m_works; }

private:
    static constexpr ::uid_t nobody = 65534;
    bool m_given = false;
    bool m_changed = false;
    bool m_works = true;
};

} // namespace netsmith::test
