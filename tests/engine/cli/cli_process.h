#pragma once

#include <QByteArray>
#include <QDir>
#include <QJsonObject>
#include <QList>
#include <QProcess>
#include <QStringList>

#include <functional>

namespace netsmith::test {

/// The outcome of a run of the program.
struct CliResult {
    int code = -1;
    bool ended = false; ///< by itself and within the time limit, unlike a crash or a hang
    QByteArray out;
    QByteArray err;

    /// Each line of stdout as an object; a line that is not an object gives an empty one, on which a comparison fails.
    QList<QJsonObject> lines() const;
    /// The first line with this "event"; empty if there is none.
    QJsonObject event(const QString& name) const;
    /// The whole output, for a failed check.
    QByteArray words() const;
};

/// Runs the real `netsmith-cli` in a folder of its own, with an environment in which only the test's data is found.
class CliProcess {
public:
    explicit CliProcess(const QString& folder);

    void setVariable(const QString& name, const QString& value) { m_environment.insert(name, value); }

    /// What a shell runs before it executes the program: "ulimit -f 0"; empty: without a shell.
    void setPrelude(const QString& words) { m_prelude = words; }

    CliResult run(const QStringList& arguments, int timeoutMs = 120000) const;
    /// The same with input on stdin.
    CliResult runWith(const QByteArray& input, const QStringList& arguments, int timeoutMs = 120000) const;
    /// Calls `meanwhile` once stdout has shown `lines` lines, then sends `signal`.
    CliResult during(const QStringList& arguments, int lines, int signal, const std::function<void()>& meanwhile) const;
    /// Sends `signal` once stdout has shown `lines` lines, and `another` immediately after it where one is given.
    CliResult interrupt(const QStringList& arguments, int signal, int lines, int another = 0) const;
    /// Sends `signal`, and then `another` until it ends, to a process that is blocked because nobody reads its full stdout. Waits
    /// for `begun` first: a process that ended before it printed anything would not be blocked.
    CliResult interruptBlocked(const QStringList& arguments, const std::function<bool()>& begun, int signal, int another) const;

private:
    void start(QProcess& process, const QStringList& arguments) const;

    QString m_folder;
    QString m_prelude;
    QProcessEnvironment m_environment;
};

} // namespace netsmith::test
