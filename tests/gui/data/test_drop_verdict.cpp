#include "gui/data/drop_verdict.h"
#include "tests/test_program.h"

#include <QDir>
#include <QImage>
#include <QtTest>

namespace test_drop_verdict {

using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// Dropped files are recognised, or rejected with the reason.
class TestDropVerdict : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void projects();
    void pictures();
    void folders();
    void contentTellsSetsApart();
    void foreignThingsAreRefused_data();
    void foreignThingsAreRefused();

private:
    QString write(const QString& name, const QByteArray& content)
    {
        QFile file(m_folder.filePath(name));
        if (file.open(QIODevice::WriteOnly))
            file.write(content);
        return file.fileName();
    }
    QTemporaryDir m_folder;
};

void TestDropVerdict::projects()
{
    const DropVerdict verdict = recognise(QUrl::fromLocalFile(write(u"网络.netsmith"_s, "{}")));
    QCOMPARE(verdict.kind, DropVerdict::Kind::project);
    QVERIFY(verdict.path.endsWith(u"网络.netsmith"_s));
}

void TestDropVerdict::pictures()
{
    const QString path = m_folder.filePath(u"three.png"_s);
    QVERIFY(QImage(8, 8, QImage::Format_RGB32).save(path));
    QCOMPARE(recognise(QUrl::fromLocalFile(path)).kind, DropVerdict::Kind::image);
    // A wrong extension does not hide a picture, and a right one does not make one.
    QVERIFY(QFile::copy(path, m_folder.filePath(u"three.dat"_s)));
    QCOMPARE(recognise(QUrl::fromLocalFile(m_folder.filePath(u"three.dat"_s))).kind, DropVerdict::Kind::image);
    QCOMPARE(recognise(QUrl::fromLocalFile(write(u"no.png"_s, "text"))).kind, DropVerdict::Kind::refused);
}

void TestDropVerdict::folders()
{
    QVERIFY(QDir(m_folder.path()).mkpath(u"digits"_s));
    const QString folder = m_folder.filePath(u"digits"_s);
    QCOMPARE(recognise(QUrl::fromLocalFile(folder)).kind, DropVerdict::Kind::refused);
    const QString one = write(u"digits/train-images-idx3-ubyte.gz"_s, "x");
    QCOMPARE(recognise(QUrl::fromLocalFile(one)).kind, DropVerdict::Kind::refused);
    for (const char* name : {"train-labels-idx1-ubyte.gz", "t10k-images-idx3-ubyte.gz", "t10k-labels-idx1-ubyte.gz"})
        write(u"digits/"_s + QString::fromLatin1(name), "x");
    QCOMPARE(recognise(QUrl::fromLocalFile(folder)).kind, DropVerdict::Kind::data);
    QCOMPARE(recognise(QUrl::fromLocalFile(one)).kind, DropVerdict::Kind::data);
    // The file names are those of MNIST and Fashion-MNIST, and the bytes of neither: only the folder's name can decide.
    QVERIFY(recognise(QUrl::fromLocalFile(folder)).source.empty());
    QVERIFY(QDir(m_folder.path()).rename(u"digits"_s, u"Fashion-MNIST"_s));
    QCOMPARE(recognise(QUrl::fromLocalFile(m_folder.filePath(u"Fashion-MNIST"_s))).source, std::string("fashion_mnist"));
    QVERIFY(QDir(m_folder.path()).rename(u"Fashion-MNIST"_s, u"mnist"_s));
    QCOMPARE(recognise(QUrl::fromLocalFile(m_folder.filePath(u"mnist"_s))).source, std::string("mnist"));
}

void TestDropVerdict::contentTellsSetsApart()
{
    const QString shared = qEnvironmentVariable("NETSMITH_DATA_DIR") + u"/mnist"_s;
    if (!QFile::exists(shared + u"/t10k-labels-idx1-ubyte.gz"_s))
        QSKIP("NETSMITH_DATA_DIR has no MNIST");
    const QString folder = m_folder.filePath(u"fashion_mnist"_s); // a misleading name
    QVERIFY(QDir().mkpath(folder));
    for (const QString& name : QDir(shared).entryList({u"*-ubyte.gz"_s}))
        QVERIFY(QFile::link(shared + u'/' + name, folder + u'/' + name));
    QCOMPARE(recognise(QUrl::fromLocalFile(folder)).source, std::string("mnist"));
}

void TestDropVerdict::foreignThingsAreRefused_data()
{
    QTest::addColumn<QUrl>("url");
    QTest::newRow("text") << QUrl::fromLocalFile(write(u"note.txt"_s, "hello"));
    QTest::newRow("missing") << QUrl::fromLocalFile(m_folder.filePath(u"missing"_s));
    QTest::newRow("web") << QUrl(u"https://example.org/a.netsmith"_s);
    QTest::newRow("empty") << QUrl::fromLocalFile(write(u"empty"_s, {}));
}

void TestDropVerdict::foreignThingsAreRefused()
{
    QFETCH(QUrl, url);
    const DropVerdict verdict = recognise(url);
    QCOMPARE(verdict.kind, DropVerdict::Kind::refused);
    QVERIFY(verdict.sentence.size() > 10);
}

NETSMITH_WINDOW_TEST(TestDropVerdict)

} // namespace test_drop_verdict

#include "test_drop_verdict.moc"
