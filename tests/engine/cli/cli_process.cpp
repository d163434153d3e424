#include "tests/engine/cli/cli_process.h"

#include <QJsonDocument>

#include <csignal>

namespace netsmith::test {
namespace {

CliResult finish(QProcess& process, QByteArray out, int timeoutMs)
{
    CliResult result;
    const bool finished = process.waitForFinished(timeoutMs);
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

} // namespace netsmith::test
