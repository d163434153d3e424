#include "tests/engine/cli/cli_process.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QJsonDocument>

#include <array>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace netsmith::test {
namespace {

CliResult finish(QProcess& process, QByteArray out, int timeoutMs)
{
    CliResult result;
    // Qt returns false for a process that ended while its lines were read.
    const bool finished = process.waitForFinished(timeoutMs) || process.state() == QProcess::NotRunning;
    if (!finished) {
        process.kill();
        process.waitForFinished();
    }
    result.ended = finished && process.exitStatus() == QProcess::NormalExit;
    result.code = result.ended ? process.exitCode() : -1;
    result.out = out + process.readAllStandardOutput();
    result.err = process.readAllStandardError();
    return result;
}

/// Whether a process waits for its signals yet: until then they end it.
bool watchesSignals(pid_t pid)
{
    QFile status(QStringLiteral("/proc/%1/status").arg(pid));
    if (!status.open(QIODevice::ReadOnly))
        return false;
    for (const QByteArray& line : status.readAll().split('\n'))
        if (line.startsWith("SigBlk:"))
            return (line.mid(7).trimmed().toULongLong(nullptr, 16) >> (SIGINT - 1) & 1) != 0;
    return false;
}

} // namespace

QList<QJsonObject> CliResult::lines() const
{
    QList<QJsonObject> objects;
    for (const QByteArray& line : out.split('\n'))
        if (!line.isEmpty())
            objects.append(QJsonDocument::fromJson(line).object());
    return objects;
}

QJsonObject CliResult::event(const QString& name) const
{
    for (const QJsonObject& line : lines())
        if (line[u"event"].toString() == name)
            return line;
    return {};
}

QByteArray CliResult::words() const
{
    return "exit code " + QByteArray::number(code) + "\nstdout: " + out + "\nstderr: " + err;
}

CliProcess::CliProcess(const QString& folder)
    : m_folder(folder)
    , m_environment(QProcessEnvironment::systemEnvironment())
{
    m_environment.remove(QStringLiteral("NETSMITH_DATA_DIR"));
    m_environment.remove(QStringLiteral("GOMP_SPINCOUNT")); // which only the tests set
    m_environment.insert(QStringLiteral("XDG_CACHE_HOME"), folder + QStringLiteral("/cache"));
    m_environment.insert(QStringLiteral("XDG_DATA_DIRS"), folder + QStringLiteral("/share"));
}

void CliProcess::start(QProcess& process, const QStringList& arguments) const
{
    process.setProcessEnvironment(m_environment);
    process.setWorkingDirectory(m_folder);
    const QString program = QStringLiteral(NETSMITH_CLI);
    if (m_prelude.isEmpty())
        process.start(program, arguments);
    else
        process.start(QStringLiteral("bash"),
                      QStringList{QStringLiteral("-c"), m_prelude + QStringLiteral("; exec \"$0\" \"$@\""), program} + arguments);
    process.waitForStarted();
}

CliResult CliProcess::run(const QStringList& arguments, int timeoutMs) const
{
    QProcess process;
    start(process, arguments);
    return finish(process, {}, timeoutMs);
}

CliResult CliProcess::runWith(const QByteArray& input, const QStringList& arguments, int timeoutMs) const
{
    QProcess process;
    start(process, arguments);
    process.write(input);
    process.closeWriteChannel();
    return finish(process, {}, timeoutMs);
}

CliResult CliProcess::during(const QStringList& arguments, int lines, int signal, const std::function<void()>& meanwhile) const
{
    QProcess process;
    start(process, arguments);
    QByteArray out;
    while (out.count('\n') < lines && (process.bytesAvailable() > 0 || process.waitForReadyRead(30000)))
        out += process.readAllStandardOutput();
    meanwhile();
    if (process.state() == QProcess::Running)
        ::kill(static_cast<pid_t>(process.processId()), signal);
    return finish(process, out, 30000);
}

CliResult CliProcess::interrupt(const QStringList& arguments, int signal, int lines, int another) const
{
    QProcess process;
    start(process, arguments);
    QByteArray out;
    while (out.count('\n') < lines && (process.bytesAvailable() > 0 || process.waitForReadyRead(30000)))
        out += process.readAllStandardOutput();
    if (process.state() == QProcess::Running) {
        ::kill(static_cast<pid_t>(process.processId()), signal);
        if (another)
            ::kill(static_cast<pid_t>(process.processId()), another);
    }
    return finish(process, out, 30000);
}

CliResult CliProcess::interruptBlocked(const QStringList& arguments, const std::function<bool()>& begun, int signal,
                                       int another) const
{
    int ends[2] = {};
    if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
        return {};
    for (const std::array<char, 4096> zeros{}; ::write(ends[1], zeros.data(), zeros.size()) > 0;) { }
    while (::write(ends[1], "", 1) > 0) { } // the rest of the last page
    ::fcntl(ends[1], F_SETFL, 0); // the process is to wait
    QProcess process;
    process.setChildProcessModifier([&] { ::dup2(ends[1], STDOUT_FILENO); });
    start(process, arguments);
    const auto pid = static_cast<pid_t>(process.processId());
    const QDeadlineTimer limit(30000);
    while (process.state() == QProcess::Running && !(watchesSignals(pid) && begun()) && !limit.hasExpired())
        process.waitForFinished(10);
    ::kill(pid, signal);
    while (!process.waitForFinished(50) && !limit.hasExpired())
        ::kill(pid, another);
    CliResult result = finish(process, {}, 30000);
    ::close(ends[0]);
    ::close(ends[1]);
    return result;
}

} // namespace netsmith::test
