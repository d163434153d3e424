#include "engine/interop/code/code_import.h"

#include "engine/interop/code/code_libraries.h"
#include "engine/interop/code/code_project.h"
#include "engine/interop/code/python_parser.h"

#include <algorithm>

namespace netsmith::interop {
namespace code {
namespace {

/// Whether a module was put into another one or a list of its, or is used by one.
bool isPartOfAnother(const Value& value)
{
    const Object* object = pointer<Object>(value);
    const Model* model = pointer<Model>(value);
    return (object && object->isPart) || (model && model->isPart);
}

bool isOther(const Value& one, const Value& chosen)
{
    return pointer<Object>(one) != pointer<Object>(chosen) || pointer<Model>(one) != pointer<Model>(chosen);
}

/// The model that is trained, else the one that is given data, else the last that is no part of another one.
Value chosenModel(const Interpreter& interpreter)
{
    for (const Value* value : {&interpreter.trained, &interpreter.used})
        if (Interpreter::isModule(*value))
            return *value;
    for (auto model = interpreter.models.rbegin(); model != interpreter.models.rend(); ++model)
        if (!isPartOfAnother(*model))
            return *model;
    return interpreter.models.empty() ? Value() : interpreter.models.back();
}

std::vector<Tensor> tensorsOf(Interpreter& interpreter, const Value& value)
{
    if (const auto* made = as<Tensor>(value))
        return {*made};
    std::vector<Tensor> all;
    const List* list = pointer<List>(value);
    const Dictionary* dictionary = pointer<Dictionary>(value);
    (void)interpreter;
    if (list)
        for (const Value& item : list->items)
            if (const auto* tensor = as<Tensor>(item))
                all.push_back(*tensor);
    if (dictionary)
        for (const auto& [key, item] : dictionary->items)
            if (const auto* tensor = as<Tensor>(item))
                all.push_back(*tensor);
    return all;
}

/// How many tensors a module's forward takes.
std::size_t inputCount(const Object& object)
{
    for (const char* method : {"forward", "call"})
        if (const Value* found = Interpreter::classAttribute(*object.type, method))
            if (const Function* function = pointer<Function>(*found)) {
                std::size_t count = 0;
                for (const PythonParameter& parameter : *function->parameters)
                    count += parameter.kind == PythonParameter::Kind::plain && !parameter.defaultValue;
                return std::max<std::size_t>(count, 2) - 1;
            }
    return 1;
}

/// Calls a model that has no inputs of its own with some.
std::vector<Tensor> traced(Reading& reading, const Value& model, int line)
{
    Interpreter& interpreter = reading.interpreter;
    const Object* object = pointer<Object>(model);
    Arguments arguments;
    for (std::size_t i = 0; i < (object ? inputCount(*object) : 1); ++i) {
        Layer* input = reading.network.heap.make(Layer{.type = "input", .line = line});
        arguments.positional.emplace_back(reading.network.input(*input, std::nullopt, reading.isTorch, line));
    }
    return tensorsOf(interpreter, interpreter.call(model, std::move(arguments), line));
}

void follow(Reading& reading, const PythonBody& program)
{
    Interpreter& interpreter = reading.interpreter;
    interpreter.run(program);
    const Value chosen = chosenModel(interpreter);
    Model* model = pointer<Model>(chosen);
    const Object* object = pointer<Object>(chosen);
    reading.isTorch = model ? model->isTorch : object && !Interpreter::libraryBase(*object->type).starts_with("keras");
    if (!model && !object) {
        if (reading.network.problems().empty())
            throw Error(ErrorKind::input, NS_MESSAGE("code.no_model", "it makes no network with Keras or PyTorch"));
        return;
    }
    if (model && !model->isTorch) {
        buildKerasModel(interpreter, *model, model->line);
        reading.outputs = model->outputs;
    } else
        reading.outputs = traced(reading, chosen, model ? model->line : object->line);
    std::erase_if(reading.outputs, [](const Tensor& tensor) { return !tensor.use; });
    if (reading.outputs.empty() && reading.network.problems().empty())
        reading.network.problem(model ? model->line : object->line,
                                NS_MESSAGE("code.no_output", "what the network returns can't be read from the code"));
    for (const Value& other : interpreter.models)
        if (isOther(other, chosen) && !isPartOfAnother(other) && !as<None>(interpreter.trained))
            reading.network.note(pointer<Model>(other) ? pointer<Model>(other)->line : pointer<Object>(other)->line,
                                 NS_MESSAGE("code.other_model", "this model is left out: another one is trained"));
}

} // namespace
} // namespace code

ImportedModel importCode(std::string_view source, const CodeOptions& options)
{
    const PythonBody program = parsePython(source);
    auto reading = std::make_unique<code::Reading>();
    reading->network.inputShape = options.inputShape;
    code::follow(*reading, program);
    // What the data says is known after the first pass: the shape of its samples, the length of its texts.
    const code::TrainingFacts facts = reading->network.training;
    std::vector<FieldType> fields;
    if (!facts.source.empty() && options.fieldsOf) {
        DataSettings data;
        data.source = facts.source;
        fields = options.fieldsOf(data);
    }
    const auto field = std::ranges::find_if(fields, [](const FieldType& one) { return one.name == "image"; });
    if (field != fields.end() || facts.length) {
        reading = std::make_unique<code::Reading>();
        reading->network.inputShape = options.inputShape;
        if (field != fields.end())
            reading->network.sourceShape.assign(field->shape.sizes().begin(), field->shape.sizes().end());
        reading->network.sourceLength = facts.length.value_or(0);
        code::follow(*reading, program);
    }
    return code::modelFrom(*reading, options);
}

} // namespace netsmith::interop
