#include "engine/interop/code/python_parser.h"

#include "engine/core/error.h"
#include "engine/interop/code/python_expressions.h"

#include <algorithm>
#include <array>

namespace netsmith::interop {
namespace {

constexpr std::array<std::string_view, 13> augmentedOperators{
    "+=", "-=", "*=", "/=", "//=", "%=", "**=", "@=", "&=", "|=", "^=", "<<=", ">>="};

/// Reads the statements around the expressions.
class StatementParser : private PythonExpressionParser {
public:
    using PythonExpressionParser::PythonExpressionParser;

    PythonBody program()
    {
        PythonBody all;
        while (peek().kind != TokenKind::end)
            line(all);
        return all;
    }

private:
    using Kind = PythonStatement::Kind;
    using TokenKind = PythonToken::Kind;

    static PythonStatement made(Kind kind, int line)
    {
        PythonStatement statement;
        statement.kind = kind;
        statement.line = line;
        return statement;
    }

    void endLine()
    {
        if (peek().kind != TokenKind::newline)
            unexpected();
        take();
    }

    /// A compound statement, or the simple ones of a line.
    void line(PythonBody& out)
    {
        while (isSymbol("@")) {
            take();
            expression();
            endLine();
        }
        if (compound(out))
            return;
        do {
            if (peek().kind == TokenKind::newline)
                break;
            out.push_back(simple());
        } while (takeSymbol(";"));
        endLine();
    }

    bool compound(PythonBody& out)
    {
        const int at = peek().line;
        takeWord("async");
        if (takeWord("if"))
            out.push_back(branch(at));
        else if (takeWord("for")) {
            out.push_back(made(Kind::forLoop, at));
            out.back().expressions.push_back(targets());
            if (!takeWord("in"))
                unexpected();
            out.back().expressions.push_back(expressions());
            loopBodies(out.back());
        } else if (takeWord("while")) {
            out.push_back(made(Kind::whileLoop, at));
            out.back().expressions.push_back(element());
            loopBodies(out.back());
        } else if (takeWord("def"))
            out.push_back(function(at));
        else if (takeWord("class"))
            out.push_back(classDefinition(at));
        else if (takeWord("with"))
            out.push_back(with(at));
        else if (takeWord("try"))
            out.push_back(attempt(at));
        else
            return false;
        return true;
    }

    /// A condition, perhaps with the name of its value.
    PythonExpressionPtr element()
    {
        if (peek().kind == TokenKind::name && peek(1).kind == TokenKind::symbol && peek(1).text == ":=") {
            take();
            take();
        }
        return expression();
    }

    PythonBody body()
    {
        expectSymbol(":");
        PythonBody all;
        if (peek().kind != TokenKind::newline) {
            do {
                if (peek().kind == TokenKind::newline)
                    break;
                all.push_back(simple());
            } while (takeSymbol(";"));
            endLine();
            return all;
        }
        const Level level(*this);
        take();
        if (peek().kind != TokenKind::indent)
            unexpected();
        take();
        while (peek().kind != TokenKind::dedent)
            line(all);
        take();
        return all;
    }

    PythonStatement branch(int at)
    {
        PythonStatement statement = made(Kind::branch, at);
        do {
            statement.expressions.push_back(element());
            statement.bodies.push_back(body());
        } while (takeWord("elif"));
        if (takeWord("else"))
            statement.bodies.push_back(body());
        return statement;
    }

    void loopBodies(PythonStatement& loop)
    {
        loop.bodies.push_back(body());
        loop.bodies.push_back(takeWord("else") ? body() : PythonBody());
    }

    PythonStatement function(int at)
    {
        PythonStatement statement = made(Kind::function, at);
        statement.text = expectName();
        expectSymbol("(");
        statement.parameters = parameters(")", true);
        expectSymbol(")");
        if (takeSymbol("->"))
            expression();
        statement.bodies.push_back(body());
        return statement;
    }

    PythonStatement classDefinition(int at)
    {
        PythonStatement statement = made(Kind::classDefinition, at);
        statement.text = expectName();
        if (takeSymbol("(")) {
            PythonExpression bases;
            arguments(bases);
            for (std::size_t i = 0; i < bases.parts.size(); ++i)
                if (bases.names[i].empty())
                    statement.expressions.push_back(std::move(bases.parts[i]));
        }
        statement.bodies.push_back(body());
        return statement;
    }

    PythonStatement with(int at)
    {
        PythonStatement statement = made(Kind::with, at);
        do {
            statement.expressions.push_back(expression());
            statement.expressions.push_back(takeWord("as") ? expression() : nullptr);
        } while (takeSymbol(","));
        statement.bodies.push_back(body());
        return statement;
    }

    PythonStatement attempt(int at)
    {
        PythonStatement statement = made(Kind::attempt, at);
        statement.bodies.resize(3);
        statement.bodies[0] = body();
        while (takeWord("except")) {
            takeSymbol("*");
            if (!isSymbol(":"))
                expressions();
            if (takeWord("as"))
                expectName();
            body();
        }
        if (takeWord("else"))
            statement.bodies[1] = body();
        if (takeWord("finally"))
            statement.bodies[2] = body();
        return statement;
    }

    PythonStatement simple()
    {
        const int at = peek().line;
        for (const auto& [word, kind] : {std::pair<std::string_view, Kind>{"pass", Kind::nothing},
                                         {"break", Kind::breakLoop},
                                         {"continue", Kind::continueLoop}})
            if (takeWord(word))
                return made(kind, at);
        for (const std::string_view word : {"global", "nonlocal"})
            if (isWord(word)) {
                do {
                    take();
                    expectName();
                } while (isSymbol(","));
                return made(Kind::nothing, at);
            }
        for (const auto& [word, kind] : {std::pair<std::string_view, Kind>{"return", Kind::returned},
                                         {"raise", Kind::raised},
                                         {"del", Kind::removal},
                                         {"assert", Kind::nothing}})
            if (takeWord(word)) {
                PythonStatement statement = made(kind, at);
                if (peek().kind != TokenKind::newline && !isSymbol(";"))
                    statement.expressions.push_back(expressions());
                if (takeWord("from"))
                    expression();
                return statement;
            }
        if (takeWord("import"))
            return import(at);
        if (takeWord("from"))
            return importFrom(at);
        return assignment(at);
    }

    std::string dottedName()
    {
        std::string name = expectName();
        while (takeSymbol("."))
            name += '.' + expectName();
        return name;
    }

    PythonStatement import(int at)
    {
        PythonStatement statement = made(Kind::import, at);
        do {
            std::string name = dottedName();
            std::string alias = takeWord("as") ? expectName() : std::string();
            statement.names.emplace_back(std::move(name), std::move(alias));
        } while (takeSymbol(","));
        return statement;
    }

    PythonStatement importFrom(int at)
    {
        PythonStatement statement = made(Kind::importFrom, at);
        while (isSymbol(".") || isSymbol("..."))
            statement.text += take().text;
        if (!isWord("import"))
            statement.text += dottedName();
        if (!takeWord("import"))
            unexpected();
        if (takeSymbol("*")) {
            statement.names.emplace_back("*", "");
            return statement;
        }
        const bool inBrackets = takeSymbol("(");
        do {
            if (inBrackets && isSymbol(")"))
                break;
            std::string name = expectName();
            std::string alias = takeWord("as") ? expectName() : std::string();
            statement.names.emplace_back(std::move(name), std::move(alias));
        } while (takeSymbol(","));
        if (inBrackets)
            expectSymbol(")");
        return statement;
    }

    static bool isTarget(const PythonExpression& expression)
    {
        using enum PythonExpression::Kind;
        switch (expression.kind) {
        case name:
        case attribute:
        case subscript: return true;
        case starred:
        case tuple:
        case list:
            return std::ranges::all_of(expression.parts, [](const PythonExpressionPtr& part) { return part && isTarget(*part); });
        default: return false;
        }
    }

    PythonExpressionPtr checkedTarget(PythonExpressionPtr target) const
    {
        if (!isTarget(*target))
            unexpected();
        return target;
    }

    PythonStatement assignment(int at)
    {
        PythonStatement statement = made(Kind::expression, at);
        PythonExpressionPtr value = expressions();
        if (peek().kind == TokenKind::symbol && std::ranges::find(augmentedOperators, peek().text) != augmentedOperators.end()) {
            statement.kind = Kind::augmented;
            statement.expressions.push_back(checkedTarget(std::move(value)));
            const std::string& symbol = take().text;
            statement.text = symbol.substr(0, symbol.size() - 1);
            statement.expressions.push_back(expressions());
            return statement;
        }
        if (takeSymbol(":")) {
            expression();
            if (!isSymbol("="))
                return made(Kind::nothing, at);
        }
        while (isSymbol("=")) {
            statement.kind = Kind::assignment;
            statement.expressions.push_back(checkedTarget(std::move(value)));
            take();
            value = expressions();
        }
        statement.expressions.push_back(std::move(value));
        return statement;
    }
};

} // namespace

PythonBody parsePython(std::string_view source)
{
    const std::vector<PythonToken> tokens = pythonTokens(source);
    return StatementParser(tokens).program();
}

} // namespace netsmith::interop
