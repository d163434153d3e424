#pragma once

#include <QDir>
#include <QStringList>

#include <functional>
#include <vector>

namespace netsmith::test {

/// One thing that is wrong, and how the program must end for it.
struct BadInput {
    QByteArray name;
    int code = 3;
    QString mention; ///< the file, the node or the setting that the error's line names
    /// Writes the files into an empty folder and returns the command line; `mnist` is the path of good data.
    std::function<QStringList(const QDir& folder, const QString& mnist)> prepare;
};

/// Project files that can't be read.
std::vector<BadInput> badProjectFiles();
/// Projects that can be read and make no sense.
std::vector<BadInput> badGraphs();
std::vector<BadInput> badSettings();
/// IDX and gzip files.
std::vector<BadInput> badData();
/// Run folders, checkpoints and inputs of `predict`; `mnist` has a sibling folder "run", a finished run to damage a copy of.
std::vector<BadInput> badRuns();

} // namespace netsmith::test
