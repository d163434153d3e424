#pragma once

#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/fixture.h"

#include <QtTest>

#include <algorithm>

namespace netsmith::test {

/// All inputs of a corpus; each has a name.
template <class Input>
std::vector<Input> corpusOf(std::initializer_list<std::vector<Input>> parts)
{
    std::vector<Input> all;
    for (const std::vector<Input>& part : parts)
        std::ranges::copy(part, std::back_inserter(all));
    return all;
}

/// A row for each, with its number in the column "index".
template <class Input>
void addRows(const std::vector<Input>& corpus)
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < corpus.size(); ++i)
        QTest::newRow(corpus[i].name.constData()) << static_cast<int>(i);
}

/// Writes the project and trains it on the folder's "data", so that inputs have a run to damage.
inline CliResult trainIn(const QDir& folder, const Project& project, const QString& file, const QString& run)
{
    writeProject(folder.filePath(file), project);
    const QStringList arguments{QStringLiteral("train"),      folder.filePath(file),
                                QStringLiteral("--data-dir"), folder.filePath(QStringLiteral("data")),
                                QStringLiteral("--run-dir"),  folder.filePath(run)};
    return CliProcess(folder.path()).run(arguments);
}

/// Whether the program said what is wrong in one line, its last; or, where nothing is wrong, printed no such line.
inline bool saysError(const CliResult& result, bool wrong)
{
    const QList<QByteArray> said = result.err.trimmed().split('\n');
    const auto isError = [](const QByteArray& line) { return line.startsWith("error: "); };
    return std::ranges::count_if(said, isError) == (wrong ? 1 : 0) && (!wrong || isError(said.last()));
}

} // namespace netsmith::test
