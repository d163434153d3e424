#include "tests/engine/cli/bad_input.h"
#include "tests/engine/cli/fixture.h"
#include "tests/engine/input/npy_bytes.h"
#include "tests/engine/input/zip_bytes.h"

#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::test {
namespace {

using Strings = std::vector<std::string>;

QByteArray bytes(const std::string& text)
{
    return QByteArray::fromStdString(text);
}

/// A table for `data show csv`, what its error line says, and more settings.
BadInput table(const QByteArray& name, const std::string& text, const QStringList& says, int code = 3,
               const QStringList& settings = {})
{
    return {name, code, code == 0 ? says.first() : u"table.csv"_s,
            [=](const QDir& folder, const QString&) {
                const QString path = folder.filePath(u"table.csv"_s);
                writeBytes(path, bytes(text));
                QStringList arguments{u"data"_s, u"show"_s, u"csv"_s, u"--path"_s, path};
                for (const QString& setting : settings)
                    arguments << u"--set"_s << setting;
                return arguments;
            },
            says};
}

std::string repeated(const std::string& text, int times)
{
    std::string out;
    for (int i = 0; i < times; ++i)
        out += text;
    return out;
}

/// A row of `columns` columns, each the text and its number.
std::string row(const std::string& text, int columns)
{
    std::string out;
    for (int i = 0; i < columns; ++i)
        out += (i > 0 ? "," : "") + text + std::to_string(i);
    return out + "\n";
}

/// A file with these bytes as NumPy's array x, beside a good y.npy of 4 classes.
BadInput array(const QByteArray& name, const std::string& content, const QStringList& says, int code = 3)
{
    return {name, code, code == 0 ? says.first() : u"x.npy"_s,
            [=](const QDir& folder, const QString&) {
                writeBytes(folder.filePath(u"x.npy"_s), bytes(content));
                writeBytes(folder.filePath(u"y.npy"_s),
                           bytes(npyFile(npyHeader("|u1", "(4,)"), bytesOf(std::vector<std::uint8_t>{0, 1, 0, 1}))));
                return QStringList{u"data"_s, u"show"_s, u"npy"_s, u"--path"_s, folder.filePath(u"x.npy"_s)};
            },
            says};
}

/// An archive of arrays whose bytes `change` may damage.
BadInput arrays(const QByteArray& name, const std::vector<std::pair<std::string, std::string>>& members, const QStringList& says,
                const std::function<QByteArray(QByteArray)>& change = {})
{
    return {name, 3, u"arrays.npz"_s,
            [=](const QDir& folder, const QString&) {
                const QString path = folder.filePath(u"arrays.npz"_s);
                writeZip(path.toStdString(), members, true);
                if (change)
                    writeBytes(path, change(readBytes(path)));
                return QStringList{u"data"_s, u"show"_s, u"npy"_s, u"--path"_s, path};
            },
            says};
}

std::string floats(const std::string& shape, int count, bool fortran = false)
{
    std::vector<float> values;
    for (int i = 0; i < count; ++i)
        values.push_back(static_cast<float>(i));
    return npyFile(npyHeader("<f4", shape, fortran), bytesOf(values));
}

void addTables(std::vector<BadInput>& all)
{
    const std::string good = "a,b,kind\n1,2,x\n3,4,y\n5,6,x\n";
    const auto add = [&](BadInput input) { all.push_back(std::move(input)); };
    add(table("CSV: empty", "", {u"holds no rows, expected a CSV table"_s}));
    add(table("CSV: line ends alone", "\r\n\n\r\n", {u"holds no rows, expected a CSV table"_s}));
    add(table("CSV: a mark of its encoding alone", "\xEF\xBB\xBF", {u"holds no rows, expected a CSV table"_s}));
    add(table("CSV: a header alone", "a,b,kind\n", {u"has a header and no rows below it; add rows"_s}));
    add(table("CSV: a value too few", "a,b,kind\n1,2,x\n3,y\n5,6,x\n",
              {u"line 3 has 2 values, expected 3"_s, u"put values that hold the delimiter in quotes"_s}));
    add(table("CSV: a value too many", "a,b,kind\n1,2,x\n3,4,5,y\n", {u"line 3 has 4 values, expected 3"_s}));
    add(table("CSV: a quote never closed", good + "7,\"8,x\n9,10,y\n",
              {u"line 5"_s, u"a quote in this row is never closed; add it"_s}));
    add(table("CSV: text behind a quote", good + "7,\"8\"9,x\n", {u"line 5"_s, u"double the quotes"_s}));
    add(table("CSV: zero bytes", good + std::string("7,\0,x\n", 6), {u"line 5 has a zero byte, expected text in UTF-8"_s}));
    add(table("CSV: a picture", std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16) + repeated("\xff\x01,", 40), {u"is not UTF-8"_s}));
    add(table("CSV: UTF-16", std::string("\xff\xfe", 2) + std::string("a\0,\0b\0\n\0", 8),
              {u"UTF-16, expected UTF-8; save it as"_s}));
    add(table("CSV: another encoding", "a,b,kind\n1,2,x\n3,4,caf\xe9\n5,6,x\n", {u"line 3"_s, u"not UTF-8; save the file as"_s}));
    add(table("CSV: a name in another encoding", "a,b\xe9,kind\n1,2,x\n3,4,y\n", {u"line 1"_s, u"column 2 is not UTF-8"_s}));
    add(table("CSV: two columns of a name", "a,a,kind\n1,2,x\n3,4,y\n", {u"two columns have the name \"a\"; rename one"_s}));
    add(table("CSV: a number past all", "a,b,kind\n1,2,x\n1e99,4,y\n", {u"line 3, column \"a\""_s, u"correct it"_s}));
    add(table("CSV: nothing to learn from", "kind\nx\ny\n",
              {u"no input columns besides the target"_s, u"is the delimiter right?"_s}));
    add(table("CSV: nothing to be learned", "a,b,kind\n1,2,x\n3,4,\n5,6,y\n",
              {u"line 3, column \"kind\""_s, u"fill it in or remove the row"_s}));
    add(table("CSV: one class", "a,b,kind\n1,2,x\n3,4,x\n", {u"\"kind\" has the same value in all rows"_s}));
    add(table("CSV: no such column", good, {u"has no column \"sort\"; it has: a, b, kind"_s}, 3, {u"target=sort"_s}));
    add(table("CSV: 200,000 columns", row("c", 200000) + row("", 200000), {u"has 200000 columns"_s, u"is it written in rows?"_s}));
    std::string names = "name,b,kind\n";
    for (int i = 0; i < 3000; ++i)
        names += "person " + std::to_string(i) + ",1," + (i % 2 ? "x\n" : "y\n");
    add(table("CSV: a name a row", names, {u"column \"name\""_s, u"different values in this column"_s, u"leave the column out"_s}));

    add(table("CSV: 10,000 columns are read", row("c", 10000) + row("1", 10000) + row("2", 10000), {u"2 samples to train"_s}, 0,
              {u"target=c9999"_s}));
    add(table("CSV: a mark of its encoding is read", "\xEF\xBB\xBF" + good, {u"3 samples to train"_s, u"a "_s}, 0));
    add(table("CSV: NaN is a missing number", "a,b,kind\n1,NaN,x\n3,4,y\n5,nan,x\n", {u"3 samples to train"_s}, 0));
    add(table("CSV: quotes and line ends of all kinds are read", "a,\"b \"\"c\"\"\",kind\r\n1,2,\"x\ny\"\r\n3,\"4\",z",
              {u"b \"c\""_s}, 0));
    all.push_back({"CSV: a folder",
                   3,
                   u"table.csv"_s,
                   [](const QDir& folder, const QString&) {
                       folder.mkpath(u"table.csv"_s);
                       return QStringList{u"data"_s, u"show"_s, u"csv"_s, u"--path"_s, folder.filePath(u"table.csv"_s)};
                   },
                   {u"is a folder, expected a file; correct data.path"_s}});
}

void addArrays(std::vector<BadInput>& all)
{
    const auto add = [&](BadInput input) { all.push_back(std::move(input)); };
    const std::string good = floats("(4, 3)", 12);
    const std::string labels = npyFile(npyHeader("|u1", "(4,)"), bytesOf(std::vector<std::uint8_t>{0, 1, 0, 1}));
    add(array("NPY: empty", "", {u"ends in its header"_s, u"download or copy it again"_s}));
    add(array("NPY: no array", "<!DOCTYPE html><title>404 Not Found</title>", {u"is not an NPY file; is it the right file?"_s}));
    add(array("NPY: Python objects", npyFile(npyHeader("|O", "(4,)"), "\x80\x03]q"),
              {u"Python objects"_s, u"save numbers, with array.astype"_s}));
    add(array("NPY: a structure", npyFile("{'descr': [('a', '<f4'), ('b', '<i4')], 'fortran_order': False, 'shape': (4,), }", ""),
              {u"structures of several values; save each of them"_s}));
    add(array("NPY: texts", npyFile(npyHeader("<U8", "(4,)"), std::string(128, 'x')),
              {u"holds texts"_s, u"give numbers as inputs"_s}));
    add(array("NPY: complex numbers", npyFile(npyHeader("<c8", "(4,)"), std::string(32, 'x')), {u"\"<c8\""_s, u"convert it"_s}));
    add(array("NPY: a claim of more", npyFile(npyHeader("<f4", "(4, 300)"), std::string(48, 'x')),
              {u"claims"_s, u"download or copy it again"_s}));
    add(array("NPY: more than its claim", good + "more", {u"continues after the 4×3 elements its header claims"_s}));
    add(array("NPY: truncated", good.substr(0, good.size() - 5), {u"download or copy it again"_s}));
    add(array("NPY: half a header", good.substr(0, 40), {u"ends in its header"_s}));
    add(array("NPY: sizes past 64 bits", npyFile(npyHeader("<f4", "(4, 9223372036854775807, 9223372036854775807)"), "xxxx"),
              {u"it is truncated or damaged; download or copy it again"_s}));
    add(array("NPY: a petabyte", npyFile(npyHeader("<f4", "(4, 250000000000000)"), "xxxx"), {u"claims"_s}));
    add(array("NPY: a size below zero", npyFile(npyHeader("<f4", "(4, -3)"), "xxxx"), {u"save it again with numpy.save"_s}));
    add(array("NPY: a size of zero", npyFile(npyHeader("<f4", "(4, 0)"), ""),
              {u"axis 2 has size 0"_s, u"use an array with samples"_s}));
    add(array("NPY: a single number", npyFile(npyHeader("<f4", "()"), "xxxx"),
              {u"is a single number, expected an array of samples"_s}));
    add(array("NPY: 40 axes", npyFile(npyHeader("<f4", "(4, " + repeated("1, ", 39) + ")"), std::string(16, '\0')),
              {u"axes; reshape it"_s}));
    add(array("NPY: a header of another language", npyFile("{\"shape\": [4, 3]}", "xxxx"), {u"save it again with numpy.save"_s}));
    add(array("NPY: brackets without end", npyFile(repeated("(", 20000), ""), {u"save it again with numpy.save"_s}));
    add(array("NPY: version 9", npyFile(npyHeader("<f4", "(4, 3)"), std::string(48, '\0'), 9),
              {u"version 9 of NPY, expected 1 to 3"_s}));
    add(array("NPY: a header of 2 GB", std::string("\x93NUMPY\x02\0\xff\xff\xff\x7f", 12) + "{}",
              {u"claims a header of"_s, u"is it damaged?"_s}));
    add(array("NPY: a NaN", npyFile(npyHeader("<f4", "(4, 1)"), bytesOf(std::vector<float>{1.0f, 2.0f, NAN, 4.0f})),
              {u"sample 2 holds a NaN"_s, u"fill or remove it"_s}));
    add(array("NPY: other counts", floats("(5, 3)", 15), {u"5 samples"_s, u"has 4; they don't belong together"_s}));
    add(array("NPY: Fortran's order is read", floats("(4, 3)", 12, true), {u"4 samples to train"_s}, 0));

    const auto zip = [labels](const std::string& x) {
        return std::vector<std::pair<std::string, std::string>>{{"x.npy", x}, {"y.npy", labels}};
    };
    add(arrays("NPZ: no archive", zip(good), {u"a ZIP archive"_s, u"download or copy it again"_s},
               [](const QByteArray&) { return QByteArray("nothing of the kind"); }));
    add(arrays("NPZ: truncated", zip(good), {u"a ZIP archive"_s, u"download or copy it again"_s},
               [](const QByteArray& zipped) { return zipped.left(zipped.size() / 2); }));
    add(arrays("NPZ: an array missing", {{"x.npy", good}}, {u"has no array y_train; it has: x; save it with numpy.savez"_s}));
    add(arrays("NPZ: nothing in it", {}, {u"contains no arrays; save it again"_s}));
    add(arrays("NPZ: half a test", {{"x.npy", good}, {"y.npy", labels}, {"x_test.npy", good}},
               {u"has test arrays, but no y_test; add it"_s}));
    add(arrays("NPZ: two of a name", {{"x.npy", good}, {"X.npy", good}, {"y.npy", labels}}, {u"remove one"_s}));
    all.push_back({"NPZ: a bomb",
                   3,
                   u"arrays.npz"_s,
                   [=](const QDir& folder, const QString&) {
                       const QString path = folder.filePath(u"arrays.npz"_s);
                       writeZip(path.toStdString(),
                                zip(npyFile(npyHeader("<f4", "(4, 3)"), std::string(std::size_t{64} << 20, '\0'))), true);
                       return QStringList{u"data"_s, u"show"_s, u"npy"_s, u"--path"_s, path};
                   },
                   {u"continues after the 4×3 elements its header claims"_s}});
    add(arrays("NPZ: a claim of a petabyte", zip(npyFile(npyHeader("<f4", "(4, 250000000000000)"), std::string(4096, '\0'))),
               {u"claims"_s}));
    add(arrays("NPZ: a flipped bit", zip(good), {u"a ZIP archive"_s, u"download or copy it again"_s}, [](QByteArray zipped) {
        zipped[90] = static_cast<char>(zipped[90] ^ 0x20);
        return zipped;
    }));
}

} // namespace

std::vector<BadInput> badTables()
{
    std::vector<BadInput> all;
    addTables(all);
    addArrays(all);
    return all;
}

} // namespace netsmith::test
