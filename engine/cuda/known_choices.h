#pragma once

#include "engine/backend/backend.h"
#include "engine/core/error.h"

#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace netsmith::cuda {

/// The result of `run`; nothing where there is no memory for it, or a library can't do it after all. A lost device is thrown on.
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

/// The algorithm chosen for each operation, once for the life of the process: everyone who asks about an operation gets the same
/// answer. A choice that throws is made again the next time. A Choice is false where there is none.
template <class Choice>
class KnownChoices {
public:
    /// The algorithm that the options name for `key`, as `restored` makes it from the value; else the result of `choose`. What was
    /// chosen without measuring, for an estimate, never ran and is for estimates only.
    template <class Restore, class Choose>
    Choice get(const std::string& key, const CompileOptions& options, const Restore& restored, const Choose& choose)
    {
        const std::lock_guard lock(m_mutex);
        if (options.tunedAlgorithms)
            if (const auto found = options.tunedAlgorithms->find(key); found != options.tunedAlgorithms->end()) {
                const auto named = [&] { return restored(found->second); };
                if (Choice choice = once(options.measures ? m_named : m_namedOnly, key + ": " + found->second, named))
                    return choice;
            }
        return once(options.measures || m_timed.contains(key) ? m_timed : m_guessed, key, choose);
    }

private:
    using Known = std::map<std::string, Choice>;

    template <class Make>
    static Choice once(Known& known, const std::string& key, const Make& make)
    {
        const auto found = known.find(key);
        return found != known.end() ? found->second : known.emplace(key, make()).first->second;
    }

    std::mutex m_mutex;
    Known m_named;
    Known m_namedOnly; ///< not run
    Known m_timed;
    Known m_guessed;
};

} // namespace netsmith::cuda
