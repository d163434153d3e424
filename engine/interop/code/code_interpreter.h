#pragma once

#include "engine/interop/code/code_network.h"

#include <string>
#include <vector>

namespace netsmith::interop::code {

/// Follows the text of a program as far as its network depends on it: numbers, tuples, functions, classes, loops. Nothing is run:
/// what it does not know (files, other libraries, data) is a value that is not known. Bounded in steps, depth and memory.
class Interpreter {
public:
    explicit Interpreter(Network& network);

    /// Follows all statements. Throws `code.*` if that takes too much.
    void run(const PythonBody& program);

    Value call(const Value& callee, Arguments arguments, int line);
    Value attribute(const Value& self, const std::string& name, int line);
    void setAttribute(const Value& self, const std::string& name, const Value& value);
    /// What an operator makes of two values: "+", "*".
    Value binary(const std::string& symbol, const Value& left, const Value& right, int line);
    /// The items of a list, a tuple, the keys of a dictionary; null if they are not known.
    const std::vector<Value>* itemsOf(const Value& value);
    Value makeList(std::vector<Value> items, bool isTuple = false);
    /// A function of the program, or an attribute of the classes that it derives from; null if there is none.
    static const Value* classAttribute(const Class& type, std::string_view name);
    /// The library's class that a class derives from: "torch.nn.Module"; empty: none.
    static std::string libraryBase(const Class& type);
    static bool isModule(const Value& value);
    /// The layers in a model, a module or a list of these, in order.
    void collectLayers(const Value& value, std::vector<Layer*>& out) const;

    Network& network;
    std::vector<Value> models; ///< models and modules, in the order in which they were made
    Value trained{}; ///< the one that is compiled, or whose weights an optimizer has
    Value used{}; ///< the one that was given data last
    int trainingSteps = 0; ///< of the loops that were followed
    bool usesTorch = false;
    bool usesKeras = false;
    std::vector<Class*> classes; ///< of the program
    std::vector<Function*> functions; ///< of the program itself

private:
    enum class Flow { next, leave, again, back };

    void count(int line, std::size_t steps = 1);
    class Deeper;

    // code_interpreter.cpp
    Flow execute(const PythonBody& body, Scope& scope);
    Flow execute(const PythonStatement& statement, Scope& scope);
    Flow executeLoop(const PythonStatement& statement, Scope& scope);
    void importNames(const PythonStatement& statement, Scope& scope);
    void assign(const PythonExpression& target, const Value& value, Scope& scope);
    Value makeFunction(const PythonStatement& statement, Scope& scope);
    // code_modules.cpp
    void makeClass(const PythonStatement& statement, Scope& scope);
    Value callFunction(const Function& function, const Value* self, Arguments arguments, int line);
    Value makeObject(Class& type, Arguments arguments, int line);
    Value callObject(Object& object, Arguments arguments, int line);
    Value callModel(Model& model, Arguments arguments, int line);
    void nameParts(const Value& value, const std::string& name);

    // code_evaluation.cpp
    Value evaluate(const PythonExpression& expression, Scope& scope);
    Value name(const std::string& name, const Scope& scope);
    Value callExpression(const PythonExpression& expression, Scope& scope);
    Value comprehension(const PythonExpression& expression, Scope& scope);
    // code_operators.cpp
    Value unary(const std::string& symbol, const Value& value, int line);
    Value binaryOfTensors(const std::string& symbol, const Value& left, const Value& right, int line);
    Value binaryOfData(const std::string& symbol, const Data& data, const Value& right);
    Value compare(const PythonExpression& expression, Scope& scope);
    Value subscript(const Value& value, const Value& index, int line);

    // code_calls.cpp
    Value callBuiltin(const std::string& name, Arguments& arguments, int line);
    Value callBound(const Bound& bound, Arguments arguments, int line);
    Value callObjectMethod(Object& object, const std::string& name, Arguments arguments, int line);
    Value callLibrary(const std::string& name, Arguments arguments, int line);

    struct Frame {
        Value self;
        Class* owner = nullptr;
        Value result;
    };
    std::vector<Frame> m_frames;
    std::vector<std::string> m_starModules; ///< of which everything is imported
    std::size_t m_steps = 0;
    int m_line = 0; ///< that was followed last
    int m_depth = 0;
    int m_loops = 0; ///< that were entered, within each other
    Scope* m_globals;
};

/// The one name of a library's thing: "tensorflow.keras.models.Sequential" is "keras.Sequential".
std::string canonicalName(std::string name);

} // namespace netsmith::interop::code
