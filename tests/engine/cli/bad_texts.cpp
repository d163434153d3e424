#include "tests/engine/cli/bad_input.h"
#include "tests/engine/cli/fixture.h"

using namespace Qt::StringLiterals;

namespace netsmith::test {
namespace {

/// A text for `data show text_file`, what its error line says, and more settings.
BadInput text(const QByteArray& name, const QByteArray& content, const QStringList& says, int code = 3,
              const QStringList& settings = {}, const QString& mention = u"text.txt"_s)
{
    return {name, code, code == 0 ? says.first() : mention,
            [=](const QDir& folder, const QString&) {
                const QString path = folder.filePath(u"text.txt"_s);
                writeBytes(path, content);
                QStringList arguments{u"data"_s, u"show"_s, u"text_file"_s, u"--path"_s, path};
                for (const QString& setting : settings)
                    arguments << u"--set"_s << setting;
                return arguments;
            },
            says};
}

/// A text under the name of a published one, whose bytes are known, in the folder where `data show` looks.
BadInput named(const QByteArray& name, const QString& id, const QString& file, const QByteArray& content, const QString& says,
               const QStringList& settings = {})
{
    return {name,
            3,
            file,
            [=](const QDir& folder, const QString&) {
                writeBytes(folder.filePath(file), content);
                QStringList arguments{u"data"_s, u"show"_s, id, u"--data-dir"_s, folder.path()};
                for (const QString& setting : settings)
                    arguments << u"--set"_s << setting;
                return arguments;
            },
            {says}};
}

/// A finished run on pictures that is asked to generate text.
BadInput writing(const QByteArray& name, const QString& mention, const QStringList& arguments, int code = 2)
{
    return {name, code, mention, [=](const QDir&, const QString& mnist) {
                return QStringList{u"predict"_s, QFileInfo(mnist).path() + u"/run"_s} + arguments;
            }};
}

} // namespace

std::vector<BadInput> badTexts()
{
    const QByteArray fine = QByteArray("It was the best of times,\r\nit was the worst of times.\n").repeated(20);
    const QByteArray poem = QString(u"床前明月光，疑是地上霜。\n舉頭望明月，低頭思故鄉。\n"_s).toUtf8().repeated(20);
    return {
        text("an empty text", "", {u"empty"_s}),
        text("a text of one character", "a", {u"1 token"_s, u"41"_s}),
        text("a text shorter than a window", "to be or not to be", {u"smaller window"_s}),
        text("a text whose last part is all there is", fine, {u"smaller window"_s}, 3, {u"validation=0.9"_s, u"window=500"_s}),
        text("a text with a zero", fine + '\0' + fine, {u"byte 1080 is a 0"_s}),
        text("a text in Latin-1", fine + "caf\xE9", {u"byte 1083 is not UTF-8"_s}),
        text("a text in UTF-16",
             QByteArray("\xFF\xFE"
                        "a\0b\0",
                        6),
             {u"byte 0 is not UTF-8"_s}),
        text("a window of none", fine, {u"window"_s}, 3, {u"window=0"_s}, u"text_file"_s),
        text("a vocabulary of two", fine, {u"vocabulary"_s}, 3, {u"vocabulary=2"_s}, u"text_file"_s),
        text("a vocabulary past any", fine, {u"vocabulary"_s}, 3, {u"vocabulary=2000000"_s}, u"text_file"_s),
        text("a text read as lines", fine, {u"unit"_s}, 3, {u"unit=lines"_s}, u"text_file"_s),
        text("a whole text that tests", fine, {u"validation"_s}, 3, {u"validation=1"_s}, u"text_file"_s),
        text("an end too short to test", fine, {u"there are no test samples"_s}, 0, {u"validation=0.02"_s}),
        text("a text of mixed line ends", "a\r\nb\rc\n" + fine, {u"⏎"_s}, 0),
        text("a vocabulary of a million", fine, {u"words"_s}, 0, {u"vocabulary=1000000"_s, u"unit=words"_s, u"window=5"_s}),
        text("a poem", poem, {u"明"_s}, 0, {u"window=5"_s, u"unit=words"_s}),
        text("a text with a mark of its byte order", "\xEF\xBB\xBF" + fine, {u"characters"_s}, 0),
        named("an empty Shakespeare", u"shakespeare"_s, u"tinyshakespeare.txt"_s, "", u"not the expected text"_s),
        named("another Shakespeare", u"shakespeare"_s, u"tinyshakespeare.txt"_s, fine, u"not the expected text"_s),
        named("Tang poems that were saved again", u"tang_poems"_s, u"tang300.txt"_s, poem + '\0', u"not the expected text"_s),
        named("a window longer than the Tang poems", u"tang_poems"_s, u"tang300.txt"_s, poem, u"smaller window"_s,
              {u"window=30000"_s}),
        writing("a prompt for a network of pictures", u"image"_s, {u"--prompt"_s, u"to be"_s}, 3),
        writing("a prompt and files", u"--prompt"_s, {u"--prompt"_s, u"to be"_s, u"picture.png"_s}),
        writing("a temperature below 0", u"temperature"_s, {u"--prompt"_s, u"to be"_s, u"--temperature"_s, u"-1"_s}),
        writing("a temperature that is no number", u"temperature"_s, {u"--prompt"_s, u"to be"_s, u"--temperature"_s, u"nan"_s}),
        writing("the likeliest −1 tokens", u"top K"_s, {u"--prompt"_s, u"to be"_s, u"--top-k"_s, u"-1"_s}),
        writing("no share of the tokens", u"top P"_s, {u"--prompt"_s, u"to be"_s, u"--top-p"_s, u"0"_s}),
        writing("more than all tokens", u"top P"_s, {u"--prompt"_s, u"to be"_s, u"--top-p"_s, u"1.5"_s}),
        writing("a length below 0", u"length"_s, {u"--prompt"_s, u"to be"_s, u"--length"_s, u"-5"_s}),
        writing("a length without a prompt", u"--prompt"_s, {u"--length"_s, u"5"_s}),
    };
}

} // namespace netsmith::test
