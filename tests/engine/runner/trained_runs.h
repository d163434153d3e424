#pragma once

#include "tests/engine/cli/cli_process.h"

#include <QString>
#include <QTemporaryDir>

#include <string>

namespace netsmith::test {

/// A folder in which sample projects are trained for a few steps, packed, and asked.
class TrainedRuns {
public:
    TrainedRuns();

    QString path(const QString& name) const { return m_folder.filePath(name); }
    CliResult cli(const QStringList& arguments) const { return m_cli.run(arguments + QStringList{QStringLiteral("--json")}); }
    /// `netsmith-run`, with input on stdin.
    CliResult run(const QStringList& arguments, const QByteArray& input = {}) const;

    /// Trains the sample project of this name into the folder "NAME", and packs it as "NAME.nsm". False if that fails.
    bool train(const QString& name) const;

private:
    QTemporaryDir m_folder;
    CliProcess m_cli;
};

/// A packed model whose parts were changed by `change`, which gets its texts by their keys, with the right hash.
std::string repacked(const std::string& content, const std::function<void(std::map<std::string, std::string>&)>& change);

} // namespace netsmith::test
