#pragma once

#include "engine/core/shape.h"
#include "engine/graph/specs/parameter.h"
#include "engine/interop/code/python_syntax.h"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

/// What a program's names stand for while its text is followed. Everything lies on a `Heap`, so that values are plain and may refer
/// to each other.
namespace netsmith::interop::code {

struct List;
struct Dictionary;
struct Object;
struct Class;
struct Function;
struct Layer;
struct Model;
struct Use;
struct Made;
struct Data;
struct Bound;
struct SliceOf;

struct None {
    bool operator==(const None&) const = default;
};
/// What can't be known without running the program.
struct Unknown { };
/// A name of a library: "keras.layers.Dense".
struct Global {
    std::string name;
};
/// The number of samples in a batch, which networks do not depend on.
struct BatchSize { };
/// What a network makes of data, in a training loop.
struct Output { };
/// A weight, whose layer may be frozen by it.
struct WeightOf {
    Layer* layer = nullptr;
};

/// A tensor in the network.
struct Tensor {
    /// Of a recurrent layer: all steps (or the last one, in Keras), the last step's state, its two halves by direction.
    enum class Part : std::uint8_t { whole, steps, state, states, forward, backward };

    Use* use = nullptr; ///< null: a problem was reported where it was made
    bool channelsFirst = false; ///< PyTorch's code has its axes so, whereas ours are always the last
    bool reordered = false; ///< a vector in the order of our axes, where PyTorch's has the order of its own
    Part part = Part::whole;
};

using Value = std::variant<None, bool, std::int64_t, double, std::string, Unknown, Global, BatchSize, Output, WeightOf, Tensor,
                           List*, Dictionary*, Object*, Class*, Function*, Layer*, Model*, Made*, Data*, Bound*, SliceOf*>;

struct List {
    std::vector<Value> items;
    bool isTuple = false;
    std::string name{}; ///< in the module whose layers it lists
};

struct Dictionary {
    std::vector<std::pair<Value, Value>> items;
};

/// The names of a function's call or of the program.
struct Scope {
    std::map<std::string, Value, std::less<>> names;
    Scope* parent = nullptr;
};

struct Function {
    std::string name;
    const std::vector<PythonParameter>* parameters = nullptr;
    const PythonBody* body = nullptr;
    const PythonExpression* result = nullptr; ///< of a lambda, instead of a body
    Scope* scope = nullptr;
    Class* owner = nullptr;
    std::vector<Value> defaults{}; ///< one for each parameter
};

struct Class {
    std::string name;
    std::vector<Value> bases;
    std::map<std::string, Value, std::less<>> attributes;
    int line = 0;
};

/// An instance of a class of the program, such as a module with layers.
struct Object {
    Class* type = nullptr;
    std::vector<std::pair<std::string, Value>> attributes; ///< in the order of being set
    std::string name; ///< in the module that it belongs to
    int line = 0;
    bool isPart = false; ///< of another module
};

/// The arguments of a call.
struct Arguments {
    std::vector<Value> positional;
    std::vector<std::pair<std::string, Value>> named;

    /// The argument at this position or of this name, or null.
    const Value* find(std::size_t position, std::string_view name) const;
    const Value* find(std::string_view name) const;
};

/// One of our layers, which the network may use several times.
struct Drawn {
    std::string layer;
    ParameterMap parameters;
    std::string name; ///< in the code; may be no valid id
    Layer* owner = nullptr;
    int line = 0;
    Drawn* twin = nullptr; ///< the same layer with another result, whose weights it uses
};

/// A layer as the code's library has it.
struct Layer {
    std::string type; ///< "keras.layers.Dense"
    Arguments arguments{};
    std::string name{}; ///< in the code
    int line = 0;
    bool trainable = true;
    bool isPart = false; ///< of a model or a module
    std::vector<Drawn*> drawn{}; ///< what it became when it was used first
    std::vector<Layer*> inner{}; ///< what it wraps
};

/// One of our layers at a place in the network.
struct Use {
    Drawn* drawn = nullptr;
    std::vector<Tensor> inputs;
    std::optional<Shape> shape; ///< of one sample; none where it is not known yet
    int line = 0;
    bool isInput = false;
    bool isLogarithm = false; ///< PyTorch's code has the logarithm of a softmax here
    bool takesTokens = false; ///< an input whose numbers an embedding reads
    std::vector<std::int64_t> given{}; ///< the input's shape as the code has it, -1 for what it leaves open
};

/// A model of Keras or a sequence of modules of PyTorch.
struct Model {
    bool isSequence = false;
    std::vector<std::pair<std::string, Value>> parts{}; ///< of a sequence, with their names
    std::vector<Tensor> inputs{}; ///< of the functional style, or once a sequence is used
    std::vector<Tensor> outputs{};
    std::string name{};
    int line = 0;
    bool isTorch = false;
    bool isPart = false;
    bool isBuilt = false;
    std::vector<std::int64_t> inputShape{}; ///< of `build`
};

/// A thing of a library that only its name and its arguments describe: an optimizer, a loss, a callback.
struct Made {
    std::string type{};
    Arguments arguments{};
    int line = 0;
};

/// Samples or targets of a data set: x · scale + offset.
struct Data {
    std::string source; ///< our data set's id; empty: another one
    bool isTarget = false;
    bool isTest = false;
    double scale = 1.0;
    double offset = 0.0;
    bool isOneHot = false;
};

/// A method with what it belongs to.
struct Bound {
    Value self;
    std::string name;
};

struct SliceOf {
    Value begin, end, step;
};

/// Where values live until the program has been read.
class Heap {
public:
    template <class T>
    T* make(T value)
    {
        auto& all = std::get<std::deque<T>>(m_all);
        all.push_back(std::move(value));
        return &all.back();
    }

private:
    std::tuple<std::deque<List>, std::deque<Dictionary>, std::deque<Scope>, std::deque<Function>, std::deque<Class>,
               std::deque<Object>, std::deque<Drawn>, std::deque<Layer>, std::deque<Use>, std::deque<Model>, std::deque<Made>,
               std::deque<Data>, std::deque<Bound>, std::deque<SliceOf>>
        m_all;
};

template <class T>
const T* as(const Value& value)
{
    return std::get_if<T>(&value);
}
/// The pointer that a value is, or null.
template <class T>
T* pointer(const Value& value)
{
    T* const* found = std::get_if<T*>(&value);
    return found ? *found : nullptr;
}

bool isNone(const Value& value);
/// An integer, or a real number that is one.
std::optional<std::int64_t> integerOf(const Value& value);
std::optional<double> numberOf(const Value& value);
/// None where it is not known.
std::optional<bool> truthOf(const Value& value);
/// "Dense" of "keras.layers.Dense".
std::string lastPart(std::string_view name);
/// The name of a library's function or class, or a text: "relu" for `keras.activations.relu`, `F.relu` and "relu".
std::optional<std::string> nameIn(const Value& value);
/// Integers of a number, a tuple or tuples in a tuple, in order; none where one is not known. None in a tuple is -1.
std::optional<std::vector<std::int64_t>> integersOf(const Value& value);

} // namespace netsmith::interop::code
