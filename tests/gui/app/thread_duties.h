#pragma once

#include <QStringList>

namespace netsmith::gui {

/// What the thread that made this does and should leave to others: files that it opens, and calls of the engine that plan a network
/// or load a backend. Replaces functions of the C library and of the engine in a test that exports its symbols (ENABLE_EXPORTS).
/// One at a time.
class ThreadDuties {
public:
    ThreadDuties();
    ~ThreadDuties();
    ThreadDuties(const ThreadDuties&) = delete;
    ThreadDuties& operator=(const ThreadDuties&) = delete;

    /// Since the last call, each as "open /home/a.csv" or "buildPlan".
    QStringList take();
    /// All files opened by any thread since this was made: the functions are replaced, and files were read.
    int opensElsewhere() const;
};

} // namespace netsmith::gui
