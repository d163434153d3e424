#include "tests/engine/cli/bad_input.h"
#include "tests/engine/cli/fixture.h"

#include <limits>

using namespace Qt::StringLiterals;

namespace netsmith::test {
namespace {

constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();

/// Checks a project file with these bytes.
BadInput file(const QByteArray& name, const QByteArray& bytes)
{
    return {name, 3, u"bad.netsmith"_s, [bytes](const QDir& folder, const QString&) {
                writeBytes(folder.filePath(u"bad.netsmith"_s), bytes);
                return QStringList{u"check"_s, u"bad.netsmith"_s};
            }};
}

/// The small project's file after a change of its JSON.
BadInput json(const QByteArray& name, const std::function<void(Json&)>& change)
{
    Json object = Json::parse(toJson(smallProject()));
    change(object);
    return file(name, QByteArray::fromStdString(object.dump(-1, ' ', false, Json::error_handler_t::replace)));
}

/// Trains the small project after a change.
BadInput project(const QByteArray& name, const QString& mention, const std::function<void(Project&)>& change, int code = 3)
{
    return {name, code, mention, [change](const QDir& folder, const QString& mnist) {
                Project changed = smallProject();
                change(changed);
                writeProject(folder.filePath(u"bad.netsmith"_s), changed);
                return QStringList{u"train"_s, u"bad.netsmith"_s, u"--data-dir"_s,
                                   mnist,      u"--run-dir"_s,    folder.filePath(u"run"_s)};
            }};
}

/// Trains the small project with more arguments.
BadInput arguments(const QByteArray& name, const QString& mention, const QStringList& more, int code = 3)
{
    return {name, code, mention, [more](const QDir& folder, const QString& mnist) {
                writeProject(folder.filePath(u"good.netsmith"_s), smallProject());
                return QStringList{u"train"_s, u"good.netsmith"_s, u"--data-dir"_s,
                                   mnist,      u"--run-dir"_s,     folder.filePath(u"run"_s)}
                + more;
            }};
}

Node& node(Project& project, const char* id)
{
    return *project.graph.find(id);
}

void insert(Project& project, const char* id, const char* layer, ParameterMap parameters, const char* from, const char* to)
{
    Node added;
    added.id = id;
    added.layer = layer;
    added.parameters = std::move(parameters);
    project.graph.nodes.push_back(added);
    std::erase_if(project.graph.edges, [&](const Edge& edge) { return edge.to.node == to; });
    project.graph.edges.push_back({{from, "output"}, {id, "input"}});
    project.graph.edges.push_back({{id, "output"}, {to, "input"}});
}

} // namespace

std::vector<BadInput> badProjectFiles()
{
    std::vector<BadInput> all{
        {"no file", 3, u"nowhere.netsmith"_s,
         [](const QDir&, const QString&) {
             return QStringList{u"check"_s, u"nowhere.netsmith"_s};
         }},
        {"a folder", 3, u"folder.netsmith"_s,
         [](const QDir& folder, const QString&) {
             folder.mkpath(u"folder.netsmith"_s);
             return QStringList{u"check"_s, u"folder.netsmith"_s};
         }},
        file("empty", {}),
        file("white space", " \n\t "),
        file("words", "a network, please"),
        file("zeros", QByteArray(4096, '\0')),
        file("another format", QByteArray::fromHex("89504e470d0a1a0a0000000d49484452")),
        file("an array", "[]"),
        file("a number", "1"),
        file("null", "null"),
        file("an empty object", "{}"),
        file("nested past any stack", QByteArray(2000000, '[')),
        file("objects nested past any stack", QByteArray("{\"a\":").repeated(500000)),
        file("a number past any double", R"({"netsmith":1e99999})"),
        file("half a character", QByteArray("{\"netsmith\":2,\"title\":\"\xC3\"}")),
        file("UTF-16", QByteArray("\xFF\xFE{\0}\0", 6)),
        file("a comma too many", R"({"netsmith":2,})"),
        file("words behind the object", QByteArray::fromStdString(toJson(smallProject())) + "and more"),
        json("a newer schema", [](Json& j) { j["netsmith"] = 99; }),
        json("a schema in words", [](Json& j) { j["netsmith"] = "one"; }),
        json("a schema below 1", [](Json& j) { j["netsmith"] = 0; }),
        json("a schema past 64 bits", [](Json& j) { j["netsmith"] = 1e30; }),
        json("a graph that is a list", [](Json& j) { j["graph"] = Json::array(); }),
        json("nodes that are an object", [](Json& j) { j["graph"]["nodes"] = Json::object(); }),
        json("a node that is a number", [](Json& j) { j["graph"]["nodes"][1] = 7; }),
        json("a node without an id", [](Json& j) { j["graph"]["nodes"][1].erase("id"); }),
        json("a node whose id is a number", [](Json& j) { j["graph"]["nodes"][1]["id"] = 7; }),
        json("a node without a layer", [](Json& j) { j["graph"]["nodes"][1].erase("layer"); }),
        json("a version past 32 bits", [](Json& j) { j["graph"]["nodes"][1]["version"] = huge; }),
        json("a position of one number", [](Json& j) { j["graph"]["nodes"][1]["position"] = Json::array({1}); }),
        json("a position in words",
             [](Json& j) {
                 j["graph"]["nodes"][1]["position"] = Json::array({"left", "top"});
             }),
        json("parameters that are a list", [](Json& j) { j["graph"]["nodes"][1]["parameters"] = Json::array(); }),
        json("a parameter that is an object", [](Json& j) { j["graph"]["nodes"][2]["parameters"]["units"] = Json::object(); }),
        json("a parameter that is null", [](Json& j) { j["graph"]["nodes"][2]["parameters"]["units"] = nullptr; }),
        json("an edge from nowhere", [](Json& j) { j["graph"]["edges"][0].erase("from"); }),
        json("an edge with three ends",
             [](Json& j) {
                 j["graph"]["edges"][0]["to"] = Json::array({"a", "b", "c"});
             }),
        json("training in words", [](Json& j) { j["training"] = "hard"; }),
        json("epochs in words", [](Json& j) { j["training"]["epochs"] = "many"; }),
        json("half a sample", [](Json& j) { j["training"]["batch"] = 16.5; }),
        json("objectives that are one", [](Json& j) { j["training"]["objectives"] = Json::object(); }),
        json("an optimizer without an id", [](Json& j) { j["training"]["optimizer"] = Json::object(); }),
    };
    const QByteArray whole = QByteArray::fromStdString(toJson(smallProject()));
    for (int tenth = 1; tenth < 10; ++tenth)
        all.push_back(file("cut after " + QByteArray::number(tenth) + " tenths", whole.left(whole.trimmed().size() * tenth / 10)));
    return all;
}

std::vector<BadInput> badGraphs()
{
    return {
        project("no nodes", u"no layers"_s, [](Project& p) { p.graph = {}; }),
        project("no wires", u"flatten"_s, [](Project& p) { p.graph.edges.clear(); }),
        project("no input", u"flatten"_s,
                [](Project& p) {
                    p.graph.nodes.erase(p.graph.nodes.begin());
                    p.graph.edges.erase(p.graph.edges.begin());
                }),
        project("a cycle", u"hidden"_s, [](Project& p) { p.graph.edges[1].from.node = "classes"; }),
        project("a wire to itself", u"hidden"_s, [](Project& p) { p.graph.edges[1].from.node = "hidden"; }),
        project("a wire to nowhere", u"nowhere"_s, [](Project& p) { p.graph.edges[1].to.node = "nowhere"; }),
        project("a wire from nowhere", u"nowhere"_s, [](Project& p) { p.graph.edges[1].from.node = "nowhere"; }),
        project("a wire to no port", u"inlet"_s, [](Project& p) { p.graph.edges[1].to.port = "inlet"; }),
        project("a wire from no port", u"outlet"_s, [](Project& p) { p.graph.edges[1].from.port = "outlet"; }),
        project("a wire twice", u"hidden"_s, [](Project& p) { p.graph.edges.push_back(p.graph.edges[1]); }),
        project("two wires into one port", u"classes"_s,
                [](Project& p) {
                    p.graph.edges.push_back({{"flatten", "output"}, {"classes", "input"}});
                }),
        project("an id twice", u"hidden"_s, [](Project& p) { node(p, "flatten").id = "hidden"; }),
        project("an empty id", u"flatten"_s, [](Project& p) { node(p, "flatten").id.clear(); }),
        project("an unknown layer", u"dnse"_s, [](Project& p) { node(p, "hidden").layer = "dnse"; }),
        project("a newer layer", u"hidden"_s, [](Project& p) { node(p, "hidden").version = 99; }),
        project("an unknown parameter", u"unis"_s, [](Project& p) { node(p, "hidden").parameters["unis"] = std::int64_t{3}; }),
        project("a parameter in words", u"units"_s, [](Project& p) { node(p, "hidden").parameters["units"] = "ten"; }),
        project("no units", u"units"_s, [](Project& p) { node(p, "hidden").parameters["units"] = std::int64_t{0}; }),
        project("negative units", u"units"_s, [](Project& p) { node(p, "hidden").parameters["units"] = std::int64_t{-5}; }),
        project("an unknown activation", u"hidden"_s, [](Project& p) { node(p, "hidden").parameters["activation"] = "relv"; }),
        project("a dropout of all", u"drop"_s,
                [](Project& p) {
                    insert(p, "drop", "dropout", {{"rate", 1.0}}, "flatten", "hidden");
                }),
        project("a negative dropout", u"drop"_s,
                [](Project& p) {
                    insert(p, "drop", "dropout", {{"rate", -0.1}}, "flatten", "hidden");
                }),
        project("a negative penalty", u"kernel_l2"_s, [](Project& p) { node(p, "hidden").parameters["kernel_l2"] = -0.5; }),
        project("frozen in words", u"trainable"_s, [](Project& p) { node(p, "hidden").parameters["trainable"] = "no"; }),
        project("all frozen", u"frozen"_s,
                [](Project& p) {
                    for (const char* id : {"hidden", "classes"})
                        node(p, id).parameters["trainable"] = false;
                }),
        project("weights of nobody", u"nobody"_s, [](Project& p) { node(p, "hidden").shares = "nobody"; }),
        project("weights of other sizes", u"can't use the weights"_s, [](Project& p) { node(p, "classes").shares = "hidden"; }),
        project("a block that is not there", u"residual"_s,
                [](Project& p) {
                    insert(p, "use", "block", {{"block", "residual"}}, "flatten", "hidden");
                }),
        project("a block in itself", u"contain itself"_s,
                [](Project& p) {
                    insert(p, "use", "block", {{"block", "again"}}, "flatten", "hidden");
                    Block block{.id = "again", .title = {}};
                    block.nodes.push_back({.id = "deeper", .layer = "block", .title = {}, .parameters = {{"block", "again"}}});
                    block.edges = {{{"", "input"}, {"deeper", "input"}}, {{"deeper", "output"}, {"", "output"}}};
                    p.graph.blocks.push_back(block);
                }),
        project("blocks past counting", u"use fewer of them"_s,
                [](Project& p) {
                    insert(p, "use", "block", {{"block", "b12"}}, "flatten", "hidden");
                    for (int level = 0; level <= 12; ++level) {
                        Block block{.id = "b" + std::to_string(level), .title = {}};
                        for (int i = 0; i < 8; ++i) {
                            Node inner{
                                .id = "n" + std::to_string(i), .layer = level ? "block" : "relu", .title = {}, .parameters = {}};
                            if (level)
                                inner.parameters["block"] = "b" + std::to_string(level - 1);
                            block.edges.push_back(
                                {{i ? "n" + std::to_string(i - 1) : "", i ? "output" : "input"}, {inner.id, "input"}});
                            block.nodes.push_back(inner);
                        }
                        block.edges.push_back({{"n7", "output"}, {"", "output"}});
                        p.graph.blocks.push_back(block);
                    }
                }),
        project("a convolution of vectors", u"conv"_s, [](Project& p) { insert(p, "conv", "conv2d", {}, "flatten", "hidden"); }),
        project("a kernel larger than the picture", u"conv"_s,
                [](Project& p) {
                    insert(p, "conv", "conv2d", {{"kernel_size", std::vector<std::int64_t>{30, 30}}}, "input", "flatten");
                }),
        project("a stride of 0", u"conv"_s,
                [](Project& p) {
                    insert(p, "conv", "conv2d", {{"strides", std::vector<std::int64_t>{0, 0}}}, "input", "flatten");
                }),
        project("three kernel sizes", u"conv"_s,
                [](Project& p) {
                    insert(p, "conv", "conv2d", {{"kernel_size", std::vector<std::int64_t>{3, 3, 3}}}, "input", "flatten");
                }),
        project("groups that divide nothing", u"conv"_s,
                [](Project& p) {
                    insert(p, "conv", "conv2d", {{"groups", std::int64_t{7}}}, "input", "flatten");
                }),
        project("shapes that meet nowhere", u"sum"_s,
                [](Project& p) {
                    insert(p, "sum", "add", {}, "hidden", "classes");
                    p.graph.edges[p.graph.edges.size() - 2].to.port = "inputs";
                    p.graph.edges.push_back({{"flatten", "output"}, {"sum", "inputs"}});
                }),
        project("a sum of one", u"sum"_s,
                [](Project& p) {
                    insert(p, "sum", "add", {}, "hidden", "classes");
                    p.graph.edges[p.graph.edges.size() - 2].to.port = "inputs";
                }),
        project("another shape than the data's", u"input"_s,
                [](Project& p) {
                    node(p, "input").parameters["shape"] = std::vector<std::int64_t>{32, 32, 3};
                }),
        project("a field that is not there", u"input"_s, [](Project& p) { node(p, "input").parameters["field"] = "sound"; }),
        project("a shape of no sizes", u"input"_s,
                [](Project& p) { node(p, "input").parameters["shape"] = std::vector<std::int64_t>{}; }),
        project("a shape with a 0", u"input"_s,
                [](Project& p) {
                    node(p, "input").parameters["shape"] = std::vector<std::int64_t>{0, 28, 1};
                }),
        project("sizes past 64 bits", u"input"_s,
                [](Project& p) {
                    node(p, "input").parameters["shape"] = std::vector<std::int64_t>{huge, huge, huge};
                }),
        project("units past 64 bits", u"hidden"_s, [](Project& p) { node(p, "hidden").parameters["units"] = huge; }),
        project("filters past 64 bits", u"conv"_s,
                [](Project& p) {
                    insert(p, "conv", "conv2d", {{"filters", huge / 2}}, "input", "flatten");
                }),
        project("another number of classes", u"classes"_s,
                [](Project& p) { node(p, "classes").parameters["units"] = std::int64_t{9}; }),
        project(
            "activations that no memory holds", u"fits"_s,
            [](Project& p) {
                insert(p, "conv", "conv2d", {{"filters", std::int64_t{100000}}, {"padding", "same"}}, "input", "flatten");
                node(p, "flatten").layer = "global_average_pooling2d";
                p.training.batch = 200;
            },
            4),
        project(
            "weights that no memory holds", u"no batch fits"_s,
            [](Project& p) {
                node(p, "hidden").parameters["units"] = std::int64_t{60000};
                insert(p, "more", "dense", {{"units", std::int64_t{60000}}}, "hidden", "classes");
                insert(p, "most", "dense", {{"units", std::int64_t{60000}}}, "more", "classes");
            },
            4),
    };
}

std::vector<BadInput> badSettings()
{
    const auto set = [](const char* name, const char* mention, const char* assignment, int code = 3) {
        return arguments(name, QString::fromUtf8(mention), {u"--set"_s, QString::fromUtf8(assignment)}, code);
    };
    return {
        set("a learning rate of NaN", "learning_rate", "optimizer.learning_rate=nan"),
        set("an endless learning rate", "learning_rate", "optimizer.learning_rate=inf"),
        set("a negative learning rate", "learning_rate", "optimizer.learning_rate=-1"),
        set("a learning rate in words", "learning_rate", "optimizer.learning_rate=fast"),
        set("an unknown optimizer", "adamant", "optimizer=adamant"),
        set("an unknown loss", "regret", "loss=regret"),
        set("an unknown schedule", "whenever", "schedule=whenever"),
        set("an unknown node", "hiden", "hiden.units=3"),
        set("an unknown parameter", "unis", "hidden.unis=3"),
        set("an unknown setting", "epoch", "training.epoch=3"),
        set("a setting of the optimizer's", "did you mean \"optimizer.weight_decay\"?", "training.weight_decay=0.1"),
        set("one of its by its initials", "did you mean \"optimizer.learning_rate\"?", "training.lr=0.1"),
        set("no value", "training.epochs", "training.epochs", 2),
        set("an empty value", "training.epochs", "training.epochs="),
        set("an empty name", "the id of a layer", "=3"),
        set("no epochs", "epochs", "training.epochs=0"),
        set("a number past 64 bits", "epochs", "training.epochs=99999999999999999999999"),
        set("no batch", "batch", "training.batch=0"),
        set("a negative divisor", "divide", "data.divide=-1"),
        set("a division by NaN", "divide", "data.divide=nan"),
        set("more than all for validation", "validation_split", "data.validation_split=1.5"),
        set("another validation", "validation", "data.validation=maybe"),
        set("an unknown data set", "imagenet_5", "data.source=imagenet_5"),
        set("a negative clip", "global_clipnorm", "training.global_clipnorm=-1"),
        arguments("a batch larger than the data", u"batch"_s, {u"--batch"_s, u"100000"_s}),
        arguments("a batch that no memory holds", u"batch"_s, {u"--batch"_s, u"4000000000"_s}),
        arguments("a batch past 64 bits of bytes", u"batch"_s, {u"--batch"_s, u"9000000000000000000"_s}),
        arguments("an unknown device", u"tpu"_s, {u"--device"_s, u"tpu"_s}),
        arguments("a device that is not there", u"cuda:7"_s, {u"--device"_s, u"cuda:7"_s}),
        arguments("FP16 on a processor", u"cpu"_s, {u"--device"_s, u"cpu"_s, u"--precision"_s, u"fp16"_s}),
        arguments("TF32 on a processor", u"cpu"_s, {u"--device"_s, u"cpu"_s, u"--precision"_s, u"tf32"_s}),
        {"no data folder", 3, u"nowhere"_s,
         [](const QDir& folder, const QString&) {
             writeProject(folder.filePath(u"good.netsmith"_s), smallProject());
             return QStringList{u"train"_s, u"good.netsmith"_s, u"--data-dir"_s, u"nowhere"_s};
         }},
    };
}

} // namespace netsmith::test
