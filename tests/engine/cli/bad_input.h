#pragma once

#include <QDir>
#include <QStringList>

#include <functional>
#include <vector>

namespace netsmith::test {

/// One thing that is wrong, and how the program must end for it; or that only looks wrong, and is read (code 0).
struct BadInput {
    QByteArray name;
    int code = 3;
    QString mention; ///< the file, the node or the setting that the error's line names; what is said where there is none
    /// Writes the files into an empty folder and returns the command line; `mnist` is the path of good data.
    std::function<QStringList(const QDir& folder, const QString& mnist)> prepare;
    QStringList says{}; ///< what else is said: what is wrong there, and what to do
};

/// Project files that can't be read.
std::vector<BadInput> badProjectFiles();
/// Projects that can be read and make no sense.
std::vector<BadInput> badGraphs();
std::vector<BadInput> badSettings();
/// IDX and gzip files.
std::vector<BadInput> badData();
/// CSV tables and NumPy's arrays.
std::vector<BadInput> badTables();
/// Pictures in folders of their class.
std::vector<BadInput> badPictures();
/// Texts, and what texts are asked for.
std::vector<BadInput> badTexts();
/// Run folders, checkpoints and inputs of `predict`; `mnist` has a sibling folder "run", a finished run to damage a copy of.
std::vector<BadInput> badRuns();

} // namespace netsmith::test
