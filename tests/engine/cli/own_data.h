#pragma once

#include "tests/engine/cli/chain_project.h"
#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/fixture.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cstdint>
#include <memory>

namespace netsmith::test {

/// Numbers without a pattern that would tell the class, except for what is added to them.
inline double noise(int i)
{
    const auto hashed = static_cast<std::uint32_t>(i) * 2654435761u;
    return static_cast<double>(hashed >> 8) / (1 << 24);
}

/// One input of `shape`, flattened, to three classes.
inline Project project(const std::string& field, const std::vector<std::int64_t>& shape)
{
    Project out;
    out.graph.nodes = {node("in", "input", {{"shape", shape}, {"field", field}}), node("flat", "flatten"),
                       node("out", "dense", {{"units", std::int64_t{3}}, {"activation", std::string("softmax")}})};
    out.graph.edges = {{{"in", "output"}, {"flat", "input"}, Json::object()},
                       {{"flat", "output"}, {"out", "input"}, Json::object()}};
    out.data.source = "npy";
    out.data.path = "set.npz";
    out.data.validation = "split";
    out.data.validationSplit = 0.2;
    out.training.device = "reference"; // part of every build
    out.training.epochs = 3;
    out.training.batch = 8;
    return out;
}

/// A folder with "own.netsmith" and a person's own data, and the program run in it.
class OwnFolder {
public:
    QString path(const QString& name) const { return m_folder.filePath(name); }
    void write(const Project& written) const { writeProject(path(QStringLiteral("own.netsmith")), written); }
    const CliProcess& program() const { return m_cli; }
    void setVariable(const QString& name, const QString& value) { m_cli.setVariable(name, value); }
    CliResult cli(const QStringList& arguments) const { return m_cli.run(arguments + QStringList{QStringLiteral("--json")}); }
    /// The results of training, which must succeed.
    QJsonObject train(const QString& run, const QStringList& more = {}) const
    {
        const QStringList line{QStringLiteral("train"), QStringLiteral("own.netsmith"), QStringLiteral("--run-dir"), run};
        const CliResult trained = cli(line + more);
        if (trained.code != 0)
            qCritical("%s", trained.words().constData());
        QJsonObject done = trained.event(QStringLiteral("done"));
        done.remove(QStringLiteral("seconds"));
        done.remove(QStringLiteral("run"));
        return done;
    }

private:
    QTemporaryDir m_folder;
    CliProcess m_cli{m_folder.path()};
};

} // namespace netsmith::test
