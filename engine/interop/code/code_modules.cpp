#include "engine/interop/code/code_interpreter.h"
#include "engine/interop/code/code_libraries.h"

#include <algorithm>
#include <array>

namespace netsmith::interop::code {

void Interpreter::makeClass(const PythonStatement& statement, Scope& scope)
{
    Class* type = network.heap.make(Class{.name = statement.text, .bases = {}, .attributes = {}, .line = statement.line});
    for (const PythonExpressionPtr& base : statement.expressions)
        type->bases.push_back(evaluate(*base, scope));
    Scope* inside = network.heap.make(Scope{.names = {}, .parent = &scope});
    execute(statement.bodies[0], *inside);
    type->attributes = inside->names;
    for (auto& [name, value] : type->attributes)
        if (Function* function = pointer<Function>(value)) {
            function->owner = type;
            function->scope = &scope;
        }
    scope.names.insert_or_assign(statement.text, type);
    classes.push_back(type);
}

const Value* Interpreter::classAttribute(const Class& type, std::string_view name)
{
    const Class* at = &type;
    for (int level = 0; at && level < 50; ++level) {
        if (const auto found = at->attributes.find(name); found != at->attributes.end())
            return &found->second;
        const Class* next = nullptr;
        for (const Value& base : at->bases)
            if (!next)
                next = pointer<Class>(base);
        at = next;
    }
    return nullptr;
}

std::string Interpreter::libraryBase(const Class& type)
{
    static constexpr std::array<std::string_view, 8> modules{"torch.nn.Module",
                                                             "torch.nn.Sequential",
                                                             "keras.Model",
                                                             "keras.layers.Layer",
                                                             "keras.Layer",
                                                             "keras.Sequential",
                                                             "pytorch_lightning.LightningModule",
                                                             "lightning.LightningModule"};
    const Class* at = &type;
    for (int level = 0; at && level < 50; ++level) {
        const Class* next = nullptr;
        for (const Value& base : at->bases)
            if (const auto* global = as<Global>(base)) {
                if (std::ranges::find(modules, global->name) != modules.end())
                    return global->name;
            } else if (!next)
                next = pointer<Class>(base);
        at = next;
    }
    return {};
}

bool Interpreter::isModule(const Value& value)
{
    const Object* object = pointer<Object>(value);
    return pointer<Layer>(value) || pointer<Model>(value) || (object && !libraryBase(*object->type).empty());
}

void Interpreter::collectLayers(const Value& value, std::vector<Layer*>& out) const
{
    std::vector<const void*> seen;
    const auto visit = [&](const auto& self, const Value& one, int depth) -> void {
        if (depth > 100)
            return;
        if (Layer* layer = pointer<Layer>(one)) {
            if (std::ranges::find(out, layer) == out.end())
                out.push_back(layer);
        } else if (const Model* model = pointer<Model>(one)) {
            for (const auto& [name, part] : model->parts)
                self(self, part, depth + 1);
            if (!model->isSequence)
                for (const Use* use : Network::usesBefore(model->outputs))
                    if (use->drawn->owner && std::ranges::find(out, use->drawn->owner) == out.end())
                        out.push_back(use->drawn->owner);
        } else if (const Object* object = pointer<Object>(one)) {
            if (std::ranges::find(seen, object) != seen.end())
                return;
            seen.push_back(object);
            for (const auto& [name, part] : object->attributes)
                self(self, part, depth + 1);
        } else if (const List* list = pointer<List>(one)) {
            if (std::ranges::find(seen, list) != seen.end())
                return;
            seen.push_back(list);
            for (const Value& item : list->items)
                self(self, item, depth + 1);
        } else if (const Dictionary* dictionary = pointer<Dictionary>(one))
            for (const auto& [key, item] : dictionary->items)
                self(self, item, depth + 1);
    };
    visit(visit, value, 0);
}

/// Names the layers of a part of a module as PyTorch does: "features.0".
void Interpreter::nameParts(const Value& value, const std::string& name)
{
    std::vector<Layer*> layers;
    if (Layer* layer = pointer<Layer>(value)) {
        layer->isPart = true;
        if (layer->type.starts_with("torch.") || layer->name.empty())
            layer->name = layer->name.empty() ? name : name + '.' + layer->name;
        return;
    }
    if (Model* model = pointer<Model>(value)) {
        model->isPart = true;
        if (!model->isTorch)
            return;
    } else if (Object* object = pointer<Object>(value); object && isModule(value)) {
        object->isPart = true;
        object->name = name;
    } else if (!pointer<List>(value))
        return;
    if (List* list = pointer<List>(value)) {
        list->name = name;
        for (std::size_t i = 0; i < list->items.size() && i < 1000; ++i)
            if (isModule(list->items[i]))
                nameParts(list->items[i], name + '.' + std::to_string(i));
        return;
    }
    collectLayers(value, layers);
    for (Layer* layer : layers)
        if (layer->type.starts_with("torch.") || layer->name.empty())
            layer->name = layer->name.empty() ? name : name + '.' + layer->name;
}

void Interpreter::setAttribute(const Value& self, const std::string& name, const Value& value)
{
    if (Object* object = pointer<Object>(self)) {
        if (isModule(self))
            nameParts(value, name);
        const auto found = std::ranges::find(object->attributes, name, &std::pair<std::string, Value>::first);
        if (found == object->attributes.end())
            object->attributes.emplace_back(name, value);
        else
            found->second = value;
    }
    const std::optional<bool> flag = truthOf(value);
    if (name == "trainable" && flag) {
        std::vector<Layer*> layers;
        collectLayers(self, layers);
        for (Layer* layer : layers) {
            layer->trainable = *flag;
            for (Layer* inner : layer->inner)
                inner->trainable = *flag;
        }
    }
    if (name == "requires_grad" && flag)
        if (const auto* weight = as<WeightOf>(self))
            weight->layer->trainable = *flag;
    if (Class* type = pointer<Class>(self))
        type->attributes.insert_or_assign(name, value);
    // A head that is replaced: model.classifier[6] = nn.Linear(…) goes through `assign`.
}

Value Interpreter::makeObject(Class& type, Arguments arguments, int line)
{
    Object* object = network.heap.make(Object{.type = &type, .attributes = {}, .name = {}, .line = line});
    const Value self = object;
    const std::string base = libraryBase(type);
    if (!base.empty()) {
        object->attributes.emplace_back("training", true);
        models.push_back(self);
    }
    if (const Value* init = classAttribute(type, "__init__"))
        if (const Function* function = pointer<Function>(*init))
            callFunction(*function, &self, std::move(arguments), line);
    return self;
}

Value Interpreter::callObject(Object& object, Arguments arguments, int line)
{
    const Value self = &object;
    const bool isTraced = std::ranges::any_of(arguments.positional, [](const Value& value) { return as<Tensor>(value); });
    const std::string base = libraryBase(*object.type);
    if (!base.empty() && !isTraced) {
        used = self;
        return Output();
    }
    for (const char* method : {"forward", "call", "__call__"})
        if (const Value* found = classAttribute(*object.type, method))
            if (const Function* function = pointer<Function>(*found)) {
                if (const Value* training = arguments.find("training"))
                    (void)training; // both are the same network
                return callFunction(*function, &self, std::move(arguments), line);
            }
    if (!base.empty()) {
        network.problem(line, NS_MESSAGE("code.no_forward", "the class {0} has no forward"), object.type->name);
        return Tensor();
    }
    return Unknown();
}

Value Interpreter::callModel(Model& model, Arguments arguments, int line)
{
    const auto tensors = arguments.positional.empty() ? std::nullopt : tensorsIn(*this, arguments.positional[0]);
    if (!tensors) {
        used = &model;
        return Output();
    }
    model.isPart = true;
    if (model.isSequence) {
        Value value = arguments.positional[0];
        for (const auto& [name, part] : model.parts) {
            if (const Layer* layer = pointer<Layer>(part); layer && layer->type == "keras.layers.InputLayer")
                continue;
            value = call(part, {{value}, {}}, line);
        }
        return value;
    }
    // The layers of the model once more, on other tensors.
    if (model.inputs.size() != tensors->size()) {
        network.problem(line, NS_MESSAGE("code.model_inputs", "the model has {0:input|inputs} and is called with {1}"),
                        model.inputs.size(), tensors->size());
        return Tensor();
    }
    std::map<const Use*, Tensor> made;
    for (std::size_t i = 0; i < tensors->size(); ++i)
        made[model.inputs[i].use] = (*tensors)[i];
    for (Use* use : Network::usesBefore(model.outputs)) {
        if (made.contains(use))
            continue;
        std::vector<Tensor> inputs;
        for (const Tensor& input : use->inputs)
            inputs.push_back(made.contains(input.use) ? made.at(input.use) : Tensor());
        if (use->isInput) {
            network.problem(line, NS_MESSAGE("code.model_open", "an input of the model is not among those that it is called with"));
            return Tensor();
        }
        Layer& owner = *use->drawn->owner;
        const auto index = static_cast<std::size_t>(std::ranges::find(owner.drawn, use->drawn) - owner.drawn.begin());
        made[use] = network.place(owner, index, use->drawn->layer, use->drawn->parameters, inputs, line);
    }
    std::vector<Value> outputs;
    for (const Tensor& output : model.outputs)
        outputs.emplace_back(made.contains(output.use) ? made.at(output.use) : Tensor());
    return outputs.size() == 1 ? outputs[0] : makeList(std::move(outputs));
}

} // namespace netsmith::interop::code
