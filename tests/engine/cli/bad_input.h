#pragma once

#include <QDir>
#include <QStringList>

#include <functional>
#include <vector>

namespace netsmith::test {

/// An input that is wrong, and how the program must end for it; or one that only looks wrong and is read (code 0).
struct BadInput {
    QByteArray name;
    int code = 3;
    QString mention; ///< the file, node or setting that the error's line names; for no error, part of the output
    /// Writes the files into an empty folder and returns the command line; `mnist` is the path of good data.
    std::function<QStringList(const QDir& folder, const QString& mnist)> prepare;
    QStringList says{}; ///< what else the line says: what is wrong there, and what to do
};

/// Project files that can't be read.
std::vector<BadInput> badProjectFiles();
/// Projects that can be read but make no sense.
std::vector<BadInput> badGraphs();
std::vector<BadInput> badSettings();
/// IDX and gzip files.
std::vector<BadInput> badData();
/// CSV tables and NumPy's arrays.
std::vector<BadInput> badTables();
/// Pictures in folders of their class.
std::vector<BadInput> badPictures();
/// Texts, and questions to networks about texts.
std::vector<BadInput> badTexts();
/// Run folders, checkpoints and inputs of `predict`; beside `mnist` is a folder "run", a finished run whose copies are damaged.
std::vector<BadInput> badRuns();

} // namespace netsmith::test
