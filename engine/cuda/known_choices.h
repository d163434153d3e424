#pragma once

#include "engine/backend/backend.h"
#include "engine/core/error.h"

#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace netsmith::cuda {

/// What `run` gives; nothing where there is no memory for it, or a library can't do it after all. A lost device is thrown on.
template <class F>
auto attempt(const F& run) -> std::optional<decltype(run())>
{
    try {
        return run();
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::deviceLost)
            throw;
        return std::nullopt;
    }
}

/// What was chosen for each shape, once, for the life of the process: all that ask for a shape get the same answer. What throws is
/// retried the next time. A Choice is false if there is none.
template <class Choice>
class KnownChoices {
public:
    /// The choice that the options name for what is called `name`, as `restored` makes it of its text; else that of `choose`. One
    /// that was made without measuring, for an estimate, never ran and is for estimates alone.
    template <class Restore, class Choose>
    Choice get(const std::string& name, const CompileOptions& options, const Restore& restored, const Choose& choose)
    {
        const std::lock_guard lock(m_mutex);
        if (options.choices)
            if (const auto found = options.choices->find(name); found != options.choices->end()) {
                const auto named = [&] { return restored(found->second); };
                if (Choice choice = once(options.measures ? m_named : m_namedOnly, name + ": " + found->second, named))
                    return choice;
            }
        return once(options.measures || m_timed.contains(name) ? m_timed : m_guessed, name, choose);
    }

private:
    using Known = std::map<std::string, Choice>;

    template <class Make>
    static Choice once(Known& known, const std::string& name, const Make& make)
    {
        const auto found = known.find(name);
        return found != known.end() ? found->second : known.emplace(name, make()).first->second;
    }

    std::mutex m_mutex;
    Known m_named;
    Known m_namedOnly; ///< not run
    Known m_timed;
    Known m_guessed;
};

} // namespace netsmith::cuda
