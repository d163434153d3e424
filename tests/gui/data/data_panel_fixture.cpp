#include "tests/gui/data/data_panel_fixture.h"

#include "tests/gui/training/picture.h"

#include <QListWidget>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

void DataPanelFixture::hideData()
{
    Theme::instance().apply();
    qunsetenv("NETSMITH_DATA_DIR"); // so that MNIST is missing
}

void DataPanelFixture::begin()
{
    m_cache = std::make_unique<QTemporaryDir>(m_root.filePath(u"cache"_s));
    qputenv("XDG_CACHE_HOME", m_cache->path().toUtf8());
    answer(ownContent());
    m_server = std::make_unique<test::LocalServer>([this](const test::Request& request) {
        const std::lock_guard lock(m_answering);
        return m_answer(request);
    });
    m_fake = std::make_unique<FakeSource>(m_server->url("/"), m_content);
    open("fake");
}

void DataPanelFixture::answer(Answer answer)
{
    const std::lock_guard lock(m_answering);
    m_answer = std::move(answer);
}

DataPanelFixture::Answer DataPanelFixture::ownContent() const
{
    return [this](const test::Request&) { return test::Reply{.body = m_content.substr(0, m_content.size() / 2)}; };
}

void DataPanelFixture::end()
{
    m_panel.reset();
    m_document.reset();
    m_server.reset();
}

void DataPanelFixture::open(const std::string& source)
{
    std::vector<const data::Source*> sources = data::sources();
    sources.push_back(m_fake.get());
    open(source, std::move(sources));
}

void DataPanelFixture::pick(const char* field, const QStringList& names)
{
    auto* edit = child<NameField>(field);
    QVERIFY2(edit && edit->isVisible(), field);
    QTest::mouseClick(edit->findChild<QWidget*>(u"nameListButton"_s), Qt::LeftButton);
    auto* list = edit->findChild<QListWidget*>(u"nameList"_s);
    QVERIFY(list->isVisible());
    for (const QString& name : names) {
        const QList<QListWidgetItem*> items = list->findItems(name, Qt::MatchExactly);
        QVERIFY2(items.size() == 1, qPrintable(name));
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(items.front()).center());
    }
    test::savePictures(*list->window(), u"data-list-"_s + QString::fromLatin1(field));
    if (list->isVisible())
        QTest::keyClick(list, Qt::Key_Return);
}

void DataPanelFixture::open(const std::string& source, std::vector<const data::Source*> sources)
{
    m_panel.reset();
    m_document = std::make_unique<Document>();
    Project project;
    project.data.source = source;
    m_document->reset(project, {});
    DataShelf shelf;
    shelf.sources = std::move(sources);
    shelf.download = {.protocols = "http", .patienceSeconds = 30};
    m_panel = std::make_unique<DataPanel>(*m_document, shelf);
    m_panel->resize(260, 900);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
}

} // namespace netsmith::gui
