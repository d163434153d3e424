#pragma once

#include <QByteArray>
#include <QDir>
#include <QJsonObject>
#include <QList>
#include <QProcess>
#include <QStringList>

#include <functional>

namespace netsmith::test {

/// What a run of the program left behind.
struct CliResult {
    int code = -1;
    bool ended = false; ///< by itself, within the time; a crash or a hang is neither
    QByteArray out;
    QByteArray err;

    /// Each line of stdout as an object; a line that is none gives an empty one, so that a comparison fails on it.
    QList<QJsonObject> lines() const;
    /// The first line whose "event" is this one; empty where there is none.
    QJsonObject event(const QString& name) const;
    /// For a failed check: all that was said.
    QByteArray words() const;
};

/// Runs the real `netsmith-cli` in a folder of its own, with an environment in which no other data than the test's is found.
class CliProcess {
public:
    explicit CliProcess(const QString& folder);

    void setVariable(const QString& name, const QString& value) { m_environment.insert(name, value); }

    /// What a shell does before it becomes the program: "ulimit -f 0"; none: there is no shell.
    void setPrelude(const QString& words) { m_prelude = words; }

    CliResult run(const QStringList& arguments, int timeoutMs = 120000) const;
    /// The same with something to read on stdin.
    CliResult runWith(const QByteArray& input, const QStringList& arguments, int timeoutMs = 120000) const;
    /// Calls `meanwhile` once stdout has shown `lines` lines, then sends `signal`.
    CliResult during(const QStringList& arguments, int lines, int signal, const std::function<void()>& meanwhile) const;
    /// Sends `signal` once stdout has shown `lines` lines, and at once another one where it is given.
    CliResult interrupt(const QStringList& arguments, int signal, int lines, int another = 0) const;
    /// Sends `signal`, and then `another` until it ends, to a process that can't go on: nobody reads its stdout, which is full.
    /// Once `begun`: what ends before it says anything would not be held up.
    CliResult interruptBlocked(const QStringList& arguments, const std::function<bool()>& begun, int signal, int another) const;

private:
    void start(QProcess& process, const QStringList& arguments) const;

    QString m_folder;
    QString m_prelude;
    QProcessEnvironment m_environment;
};

} // namespace netsmith::test
