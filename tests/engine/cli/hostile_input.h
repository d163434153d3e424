#pragma once

#include <QDir>
#include <QMap>
#include <QStringList>

#include <functional>
#include <vector>

namespace netsmith::test {

/// Where a hostile input is tried: a project folder of its own with "small.netsmith" and the finished run "runs/a", good data,
/// and a folder outside the project.
struct HostilePlace {
    QDir project;
    QString data;
    QDir outside;

    QString run() const { return project.filePath(QStringLiteral("runs/a")); }
};

/// An input made by somebody with bad intentions, or bad luck, and how the program must end for it.
struct HostileInput {
    QByteArray name;
    int code = 3;
    std::function<QStringList(const HostilePlace&)> prepare; ///< gives the command line
    QString prelude{}; ///< what a shell runs before it executes the program: "ulimit -v 100000"
    QMap<QString, QString> environment{};
};

/// Symbolic links where the program writes, moves or removes.
std::vector<HostileInput> hostileLinks();
/// Names, titles and labels with characters that control terminals, tables and spreadsheets.
std::vector<HostileInput> hostileNames();
/// What is typed on the command line.
std::vector<HostileInput> hostileArguments();
/// Environment, limits and descriptors.
std::vector<HostileInput> hostileSurroundings();
/// Projects, data and runs that are something else.
std::vector<HostileInput> hostileFiles();

} // namespace netsmith::test
