#pragma once

#include "engine/core/files/safe_file.h"
#include "gui/data/data_panel.h"
#include "gui/widgets/forms/name_field.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/theme.h"
#include "tests/engine/data/local_server.h"

#include <QLabel>
#include <QPushButton>
#include <QtTest>

#include <memory>
#include <mutex>
#include <span>

namespace netsmith::gui {

inline constexpr std::int64_t fakeSamples = 24;

/// A small data set that is downloaded from this machine.
class FakeSource final : public data::Source {
public:
    explicit FakeSource(const std::string& url, const std::string& content)
        : m_fields{{.name = "image", .type = DataType::u8, .shape = {4, 4, 1}},
                   {.name = "label", .type = DataType::u8, .classes = 3, .classNames = {"ant", "bee", "fly"}}}
    {
        m_info.id = "fake";
        m_info.title = "Insects";
        m_info.doc = "Three insects.";
        m_info.licence = "CC0";
        m_info.trainCount = fakeSamples;
        m_info.testCount = 6;
        const std::string half = content.substr(0, content.size() / 2);
        for (const char* name : {"a.bin", "b.bin"})
            m_info.files.push_back({name, std::ssize(half), sha256(std::as_bytes(std::span(half))), {url + name}});
        m_info.standIn = "random_images";
    }

    void withoutStandIn() { m_info.standIn.clear(); }

    const data::SourceInfo& info() const override { return m_info; }
    const std::vector<data::FieldSpec>& fields() const override { return m_fields; }
    data::Availability find(const data::DataPaths& paths) const override
    {
        for (const std::filesystem::path& folder : paths.folders())
            if (std::filesystem::exists(folder / "fake" / "b.bin"))
                return {true, Message(NS_MESSAGE("data.origin.folder", "{0} from {1}"), m_info.title, folder.string())};
        return {false,
                Message(NS_MESSAGE("data.missing", "{0} is not in {1}"), m_info.title, std::string("any folder"))
                    .with({.dataSource = m_info.id})};
    }
    Expected<data::DataSet> load(const data::DataPaths& paths, const data::Watch&) const override
    {
        return data::DataSet{m_info.id, m_info.title, find(paths).where, split(fakeSamples), split(6)};
    }

private:
    data::DataSplit split(std::int64_t count) const
    {
        data::NewField image = data::makeField(m_fields[0], count);
        data::NewField label = data::makeField(m_fields[1], count);
        for (std::int64_t i = 0; i < count * 16; ++i)
            image.bytes[i] = static_cast<std::byte>(i);
        for (std::int64_t i = 0; i < count; ++i)
            label.bytes[i] = static_cast<std::byte>(i % 4 == 3 ? 0 : i % 3);
        return {{std::move(image.field), std::move(label.field)}};
    }

    data::SourceInfo m_info;
    std::vector<data::FieldSpec> m_fields;
};

/// The panel of a document, with the built-in sets and Insects, which a server on this machine provides.
class DataPanelFixture {
protected:
    /// Before all tests: no data on this machine can be found.
    static void hideData();
    void begin();
    void end();
    template <class T>
    T* child(const char* name)
    {
        return m_panel->findChild<T*>(QString::fromLatin1(name));
    }
    void open(const std::string& source);
    void open(const std::string& source, std::vector<const data::Source*> sources);
    /// Opens the list of a field and clicks these entries.
    void pick(const char* field, const QStringList& names);
    QString note() { return child<NoteBox>("dataNote")->isVisible() ? child<NoteBox>("dataNote")->text() : QString(); }
    QString fact(const char* name) { return child<QLabel>(name)->text(); }
    /// Waits for the stand-in and its offer to download.
    void awaitOffer() { QTRY_VERIFY_WITH_TIMEOUT(child<QPushButton>("dataDownload"), 120000); }

    QTemporaryDir m_root;
    std::unique_ptr<QTemporaryDir> m_cache;
    const std::string m_content = std::string(6000, 'n');
    using Answer = std::function<test::Reply(const test::Request&)>;
    /// What the server replies from now on, on a thread of its own.
    void answer(Answer answer);
    Answer ownContent() const;

    std::unique_ptr<test::LocalServer> m_server;
    std::unique_ptr<FakeSource> m_fake;
    std::unique_ptr<Document> m_document;
    std::unique_ptr<DataPanel> m_panel;

private:
    std::mutex m_answering;
    Answer m_answer;
};

} // namespace netsmith::gui
