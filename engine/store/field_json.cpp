#include "engine/store/field_json.h"

#include "engine/fields/text/vocabulary.h"
#include "engine/graph/json/json_object.h"

#include <algorithm>
#include <cmath>

namespace netsmith {
namespace {

Json columnJson(const data::Column& column)
{
    const data::ColumnFit& fit = column.fit;
    Json json{{"name", column.name}};
    if (!column.categories.empty())
        json["categories"] = column.categories;
    json["fill"] = fit.fill;
    if (column.categories.empty())
        json.update({{"subtract", fit.subtract}, {"divide", fit.divide}});
    if (!fit.unseen.empty())
        json["unseen"] = fit.unseen;
    return json;
}

data::Column columnFrom(const Json& json, const std::string& pointer)
{
    JsonObject object(json, pointer);
    data::Column column{.name = object.requiredText("name"), .fitted = true};
    for (const Json& category : object.array("categories"))
        column.categories.push_back(textFrom(category, object.at("categories")));
    column.fit = {.fill = static_cast<float>(object.number("fill", 0.0)),
                  .subtract = static_cast<float>(object.number("subtract", 0.0)),
                  .divide = static_cast<float>(object.number("divide", 1.0))};
    bool fits = std::isfinite(column.fit.subtract) && column.fit.divide > 0.0f;
    for (const Json& index : object.array("unseen")) {
        const std::int64_t category = integerFrom(index, object.at("unseen"));
        fits = fits && category >= 0 && category < std::ssize(column.categories);
        column.fit.unseen.push_back(fits ? static_cast<int>(category) : 0);
    }
    const auto most = static_cast<float>(column.categories.size());
    if (!fits || !std::isfinite(column.fit.fill) || (most > 0.0f && !(column.fit.fill >= 0.0f && column.fit.fill < most)))
        throw Error(ErrorKind::input, NS_MESSAGE("run.column", "{0}: this does not describe a valid column"), pointer);
    return column;
}

DataType typeFrom(const std::string& name, std::string_view pointer)
{
    for (const DataType type : dataTypes)
        if (nameOf(type) == name)
            return type;
    throw Error(ErrorKind::input, NS_MESSAGE("run.field_type", "{0}: \"{1}\" is not a type that this Netsmith knows"), pointer,
                name);
}

} // namespace

Json fieldJson(const data::FieldSpec& field, bool ofTokens)
{
    Json json{{"name", field.name}, {"type", nameOf(field.type)}, {"shape", field.shape.sizes()}};
    if (field.classes > 0)
        json["classes"] = field.classes;
    if (ofTokens)
        json["vocabulary"] = vocabularyFile;
    else if (!field.classNames.empty())
        json["class_names"] = field.classNames;
    if (field.kind == data::FieldKind::boxes)
        json["kind"] = "boxes";
    if (!field.lengths.empty())
        json["lengths"] = field.lengths;
    if (field.padding)
        json["padding"] = *field.padding;
    for (const data::Column& column : field.columns)
        json["columns"].push_back(columnJson(column));
    for (const data::LearnedScale& scale : field.scales)
        json["scales"].push_back({{"subtract", scale.subtract}, {"divide", scale.divide}});
    return json;
}

data::FieldSpec fieldFrom(const Json& json, const std::string& pointer, std::vector<std::string>& tokenFields)
{
    JsonObject object(json, pointer);
    data::FieldSpec field;
    field.name = object.requiredText("name");
    field.type = typeFrom(object.requiredText("type"), object.at("type"));
    std::vector<std::int64_t> sizes;
    for (const Json& size : object.array("shape"))
        sizes.push_back(integerFrom(size, object.at("shape")));
    const bool fits = sizes.size() <= Shape::maxRank && std::ranges::all_of(sizes, [](std::int64_t size) { return size > 0; });
    const std::int64_t classes = object.integer("classes", 0);
    if (!fits || !std::in_range<int>(classes) || classes < 0)
        throw Error(ErrorKind::input, NS_MESSAGE("run.field", "{0}: this does not describe valid samples"), pointer);
    field.shape = Shape(sizes);
    field.classes = static_cast<int>(classes);
    for (const Json& name : object.array("class_names"))
        field.classNames.push_back(textFrom(name, object.at("class_names")));
    if (object.take("vocabulary"))
        tokenFields.push_back(field.name);
    if (const std::string kind = object.text("kind", "values"); kind == "boxes")
        field.kind = data::FieldKind::boxes;
    else if (kind != "values")
        throw Error(ErrorKind::input, NS_MESSAGE("run.field_kind", "{0}: \"{1}\" is not a kind that this Netsmith knows"), pointer,
                    kind);
    field.lengths = object.text("lengths", {});
    if (const Json* padding = object.take("padding"))
        field.padding = integerFrom(*padding, object.at("padding"));
    for (const Json& entry : object.array("scales")) {
        JsonObject scale(entry, object.at("scales"));
        field.scales.push_back({scale.number("subtract", 0.0), scale.number("divide", 1.0)});
        if (!std::isfinite(field.scales.back().subtract) || !(field.scales.back().divide > 0.0))
            throw Error(ErrorKind::input, NS_MESSAGE("run.scale", "{0}: numbers can't be scaled like this"), pointer);
    }
    field.scaledColumns = static_cast<int>(field.scales.size());
    if (!field.scales.empty() && field.scales.size() != 1
        && (field.shape.rank() == 0 || field.shape[-1] != std::ssize(field.scales)))
        throw Error(ErrorKind::input, NS_MESSAGE("run.scales", "{0}: the scales are not those of the field's numbers"), pointer);
    std::int64_t elements = 0;
    for (const Json& column : object.array("columns")) {
        field.columns.push_back(columnFrom(column, pointerTo(object.at("columns"), field.columns.size())));
        elements += field.columns.back().elements();
    }
    if (!field.columns.empty() && (field.type != DataType::f32 || field.shape.rank() == 0 || field.shape[-1] != elements))
        throw Error(ErrorKind::input, NS_MESSAGE("run.columns", "{0}: the columns are not those of the field's numbers"), pointer);
    return field;
}

void addVocabulary(std::vector<data::FieldSpec>& fields, const std::vector<std::string>& tokenFields, std::string_view text,
                   const std::string& file)
{
    const auto vocabulary = std::make_shared<const data::Vocabulary>(data::vocabularyFromJson(text, file).take());
    for (data::FieldSpec& field : fields) {
        if (std::ranges::find(tokenFields, field.name) == tokenFields.end())
            continue;
        if (field.classes != vocabulary->size())
            throw Error(
                ErrorKind::input,
                NS_MESSAGE("run.vocabulary",
                           "{0} has {1:token|tokens}, but the run learned {2}: it belongs to another run; restore the original"),
                file, vocabulary->size(), field.classes);
        field.vocabulary = vocabulary;
        field.classNames = vocabulary->shownTokens();
    }
}

} // namespace netsmith
