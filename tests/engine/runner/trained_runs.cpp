#include "tests/engine/runner/trained_runs.h"

#include "engine/core/sha256.h"
#include "engine/graph/project/project.h"
#include "engine/store/safetensors.h"
#include "tests/engine/cli/fixture.h"

#include <QFile>
#include <QProcess>

using namespace Qt::StringLiterals;

namespace netsmith::test {
namespace {

/// More than a thousand words, each more frequent than the next one.
QByteArray words()
{
    QByteArray text;
    for (int i = 0; i < 12000; ++i) {
        const auto hashed = static_cast<std::uint32_t>(i) * 2654435761u;
        const double share = static_cast<double>(hashed >> 8) / (1 << 24);
        text += "w" + QByteArray::number(static_cast<int>(share * share * 1500.0)) + (i % 10 == 9 ? ".\n" : " ");
    }
    return text;
}

} // namespace

TrainedRuns::TrainedRuns()
    : m_cli(m_folder.path())
{
    writeSmallMnist(path(u"data"_s), 200, 40);
    m_cli.setVariable(u"NETSMITH_DATA_DIR"_s, path(u"data"_s));
}

CliResult TrainedRuns::run(const QStringList& arguments, const QByteArray& input) const
{
    QProcess process;
    process.setWorkingDirectory(m_folder.path());
    process.start(QStringLiteral(NETSMITH_RUN), arguments);
    process.write(input);
    process.closeWriteChannel();
    CliResult result;
    result.ended = process.waitForFinished(120000) && process.exitStatus() == QProcess::NormalExit;
    result.code = result.ended ? process.exitCode() : -1;
    result.out = process.readAllStandardOutput();
    result.err = process.readAllStandardError();
    return result;
}

bool TrainedRuns::train(const QString& name) const
{
    const QString file = QStringLiteral(NETSMITH_PROJECTS) + u"/%1/%1.netsmith"_s.arg(name);
    Project project = loadProject(file.toStdString()).take();
    if (project.data.source == "shakespeare") {
        writeBytes(path(u"words.txt"_s), words());
        project.data.source = "text_file";
        project.data.path = path(u"words.txt"_s).toStdString();
    }
    writeProject(path(name + u".netsmith"_s), project);
    for (const QStringList& arguments : {QStringList{u"train"_s, name + u".netsmith"_s, u"--run-dir"_s, name, u"--steps"_s, u"4"_s,
                                                     u"--device"_s, QStringLiteral(NETSMITH_TEST_DEVICE)},
                                         QStringList{u"pack"_s, name, name + u".nsm"_s}})
        if (const CliResult result = cli(arguments); result.code != 0) {
            qCritical("%s", result.words().constData());
            return false;
        }
    return true;
}

std::string repacked(const std::string& content, const std::function<void(std::map<std::string, std::string>&)>& change)
{
    const auto bytes = std::as_bytes(std::span(content));
    SafetensorsFile file = parseSafetensors(std::vector<std::byte>(bytes.begin(), bytes.end()), "model").take();
    file.metadata["sha256"] = std::string(64, '0');
    change(file.metadata);
    std::vector<std::byte> made = writeSafetensors(file.tensors, file.metadata);
    const std::string hash = sha256(made);
    std::string text(reinterpret_cast<const char*>(made.data()), made.size());
    if (const std::size_t place = text.find(std::string(64, '0')); place != std::string::npos)
        text.replace(place, hash.size(), hash);
    return text;
}

} // namespace netsmith::test
