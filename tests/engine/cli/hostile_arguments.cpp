#include "tests/engine/cli/fixture.h"
#include "tests/engine/cli/hostile_input.h"

using namespace Qt::StringLiterals;

namespace netsmith::test {
namespace {

/// The command line; "PROJECT", "RUN" and "DATA" stand for their paths.
HostileInput typed(const QStringList& words, int code)
{
    return {"typed: " + words.join(u' ').toUtf8().left(80), code, [=](const HostilePlace& place) {
                QStringList line = words;
                line.replaceInStrings(u"PROJECT"_s, place.project.filePath(u"small.netsmith"_s));
                line.replaceInStrings(u"RUN"_s, place.run());
                line.replaceInStrings(u"DATA"_s, place.data);
                line.replaceInStrings(u"OUTSIDE"_s, place.outside.path());
                return line;
            }};
}

QStringList trainLine(const HostilePlace& place)
{
    return {u"train"_s, place.project.filePath(u"small.netsmith"_s), u"--data-dir"_s, place.data, u"--epochs"_s, u"1"_s};
}

HostileInput limited(const QString& prelude, int code)
{
    return {"started with: " + prelude.toUtf8(), code, trainLine, prelude};
}

HostileInput surrounded(const QString& name, const QString& value, int code)
{
    return {name.toUtf8() + '=' + value.toUtf8().left(40).toPercentEncoding(" /"), code, trainLine, {}, {{name, value}}};
}

} // namespace

std::vector<HostileInput> hostileArguments()
{
    std::vector<HostileInput> all;
    // Empty, where a path or a name is expected.
    for (const char* line : {"check ",
                             "check PROJECT --data-dir ",
                             "check PROJECT --device ",
                             "check PROJECT --set ",
                             "train ",
                             "train PROJECT --run-dir ",
                             "train PROJECT --resume ",
                             "train PROJECT --data-dir ",
                             "train PROJECT --tensorboard ",
                             "train PROJECT --device ",
                             "train PROJECT --precision ",
                             "train PROJECT --epochs ",
                             "train PROJECT --set ",
                             "evaluate ",
                             "evaluate RUN --device ",
                             "evaluate RUN --data-dir ",
                             "predict ",
                             "predict RUN ",
                             "predict RUN --device ",
                             "verify ",
                             "verify RUN --work-dir ",
                             "verify RUN --data-dir ",
                             "runs ",
                             "runs PROJECT --output ",
                             "runs PROJECT --sort ",
                             "runs PROJECT --filter ",
                             "runs PROJECT --format ",
                             "runs tag ",
                             "runs delete ",
                             "runs restore ",
                             "runs purge ",
                             "runs rename ",
                             "runs export RUN --tensorboard ",
                             "compare ",
                             "twin ",
                             "bench ",
                             "lr-range ",
                             "data show ",
                             "data fetch ",
                             "devices --output "})
        all.push_back(typed(QString::fromLatin1(line).split(u' '), 2));
    // Other people's files, and absurd numbers.
    const std::vector<std::pair<const char*, int>> lines{
        {"train PROJECT --run-dir OUTSIDE/run", 3},
        {"train PROJECT --run-dir OUTSIDE", 3},
        {"train PROJECT --run-dir OUTSIDE/diary", 3},
        {"train PROJECT --run-dir OUTSIDE/diary/x", 3},
        {"train PROJECT --run-dir /proc/x", 3},
        {"train PROJECT --run-dir /dev/null", 3},
        {"train PROJECT --run-dir /dev/null/x", 3},
        {"train PROJECT --resume OUTSIDE", 3},
        {"train PROJECT --resume OUTSIDE/diary", 3},
        {"train PROJECT --resume /dev/zero", 3},
        {"train PROJECT --resume /proc/self", 3},
        {"check /dev/zero", 3},
        {"check /dev/null", 3},
        {"check /proc/self/mem", 3},
        {"check /proc/self/environ", 3},
        {"check OUTSIDE", 3},
        {"check -", 3},
        {"evaluate /dev/zero", 3},
        {"predict RUN /dev/zero", 3},
        {"predict RUN OUTSIDE/diary", 3},
        {"runs OUTSIDE/diary/x", 3},
        {"runs delete OUTSIDE", 3},
        {"runs delete OUTSIDE/diary", 3},
        {"runs delete /", 3},
        {"runs delete .", 3},
        {"runs delete ..", 3},
        {"runs delete RUN/..", 3},
        {"runs restore OUTSIDE/diary", 3},
        {"runs restore /", 3},
        {"runs tag OUTSIDE x", 3},
        {"runs tag RUN a,b", 3},
        {"runs purge OUTSIDE/diary/x", 3},
        {"runs purge /nowhere", 3},
        {"train PROJECT --epochs -1", 2},
        {"train PROJECT --batch 0", 2},
        {"train PROJECT --batch 9223372036854775807 --data-dir DATA", 3},
        {"train PROJECT --threads 100000", 2},
        {"train PROJECT --threads -1", 2},
        {"train PROJECT --set x", 2},
        {"train PROJECT --set hidden.units=1e999", 3},
        {"train PROJECT --set hidden.units=9223372036854775807 --data-dir DATA", 3},
        {"train PROJECT --device ../../../tmp/x", 3},
        {"train PROJECT --unknown", 2},
        {"--run-dir", 2},
        {"", 2},
        {"../../bin/sh", 2},
    };
    for (const auto& [line, code] : lines)
        all.push_back(typed(QString::fromLatin1(line).split(u' '), code));
    all.push_back(typed({u"check"_s, u"PROJECT"_s, QString(100000, u'x')}, 2));
    all.push_back(typed({u"check"_s, QString(100000, u'y')}, 3));
    all.push_back(typed({u"check"_s, QString(3000, u'/')}, 3));
    all.push_back(typed({u"check"_s, u"PROJECT"_s, u"--set"_s, u"a=\x1b[2J\nFORGED"_s}, 3));
    all.push_back(typed({u"\x1b[2J\nFORGED"_s}, 2));
    all.push_back(typed({u"train"_s, u"PROJECT"_s, u"--run-dir"_s, u"a\nFORGED"_s, u"--data-dir"_s, u"DATA"_s}, 0));
    return all;
}

std::vector<HostileInput> hostileSurroundings()
{
    std::vector<HostileInput> all{
        surrounded(u"HOME"_s, {}, 0),
        surrounded(u"HOME"_s, u"relative"_s, 0),
        surrounded(u"HOME"_s, u"/dev/null"_s, 0),
        surrounded(u"HOME"_s, QString(5000, u'h'), 0),
        surrounded(u"XDG_CACHE_HOME"_s, u"/dev/null"_s, 0),
        surrounded(u"XDG_CACHE_HOME"_s, u"/proc/nothing"_s, 0),
        surrounded(u"XDG_CACHE_HOME"_s, u"../../.."_s, 0),
        surrounded(u"TMPDIR"_s, u"/nowhere"_s, 0),
        surrounded(u"TMPDIR"_s, u"/dev/null"_s, 0),
        surrounded(u"LC_ALL"_s, u"xx_XX.KLINGON"_s, 0),
        surrounded(u"LC_ALL"_s, u"de_DE.UTF-8"_s, 0),
        surrounded(u"LANG"_s, QString(5000, u'l'), 0),
        surrounded(u"TZ"_s, u"../../../../etc/passwd"_s, 0),
        surrounded(u"TERM"_s, u"\x1b[2J"_s, 0),
        surrounded(u"COLUMNS"_s, u"-1"_s, 0),
        surrounded(u"NETSMITH_DATA_DIR"_s, u"/dev/zero"_s, 0),
        surrounded(u"NETSMITH_DATA_DIR"_s, u"a\nFORGED"_s, 0),
        surrounded(u"OMP_NUM_THREADS"_s, u"many"_s, 0),
        surrounded(u"MALLOC_ARENA_MAX"_s, u"-1"_s, 0),
        limited(u"exec 0<&-"_s, 0),
        limited(u"exec 1>&-"_s, 0),
        {"a data folder of two lines, listed",
         0,
         [](const HostilePlace&) {
             return QStringList{u"data"_s, u"list"_s};
         },
         {},
         {{u"NETSMITH_DATA_DIR"_s, u"a\nFORGED"_s}}},
        {"started in a folder that is gone", 1,
         [](const HostilePlace& place) {
             return QStringList{u"check"_s, place.project.filePath(u"small.netsmith"_s), u"--set"_s, u"data.path=x"_s};
         },
         u"mkdir gone; cd gone; rmdir ../gone"_s},
        limited(u"exec 2>&-"_s, 0),
        limited(u"exec 0<&- 1>&- 2>&-"_s, 0),
        limited(u"exec 0</dev/zero"_s, 0),
        limited(u"exec 1>/dev/full"_s, 4),
        limited(u"exec 1> >(:); wait $!"_s, 1),
        limited(u"ulimit -f 1"_s, 4),
        limited(u"ulimit -f 30"_s, 4),
        limited(u"cd \"$(mktemp -d)\" && rmdir \"$PWD\""_s, 0),
    };
#ifndef __SANITIZE_THREAD__ // which writes a file of its own before the program begins
    all.push_back(limited(u"ulimit -f 0"_s, 4));
#endif
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) // which need terabytes of it, and descriptors, for themselves
    all.push_back(limited(u"ulimit -n 5"_s, 4));
    // Too little address space is an error message, however little it is; enough is enough.
    for (const auto& [kibibytes, code] : {std::pair{120000, 4}, std::pair{160000, 4}, std::pair{200000, 4}, std::pair{280000, 4},
                                          std::pair{340000, 4}, std::pair{2000000, 0}})
        all.push_back({"address space of KiB " + QByteArray::number(kibibytes), code,
                       [](const HostilePlace& place) {
                           return trainLine(place) + QStringList{u"--device"_s, u"cpu"_s};
                       },
                       u"ulimit -v %1"_s.arg(kibibytes)});
#endif
    return all;
}

} // namespace netsmith::test
