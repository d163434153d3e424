#include "engine/interop/code/python_expressions.h"

namespace netsmith::interop {

std::vector<PythonParameter> PythonExpressionParser::parameters(std::string_view end, bool mayAnnotate)
{
    std::vector<PythonParameter> all;
    while (!isSymbol(end)) {
        PythonParameter parameter;
        if (takeSymbol("**"))
            parameter.kind = PythonParameter::Kind::named;
        else if (takeSymbol("*"))
            parameter.kind = PythonParameter::Kind::rest;
        const bool isMark = (parameter.kind == PythonParameter::Kind::rest && (isSymbol(",") || isSymbol(end)))
            || (parameter.kind == PythonParameter::Kind::plain && takeSymbol("/"));
        if (!isMark) {
            parameter.name = expectName();
            if (mayAnnotate && takeSymbol(":"))
                expression();
            if (takeSymbol("="))
                parameter.defaultValue = expression();
            all.push_back(std::move(parameter));
        }
        if (!takeSymbol(","))
            break;
    }
    return all;
}

void PythonExpressionParser::arguments(PythonExpression& call)
{
    const Level level(*this);
    while (!isSymbol(")")) {
        const int line = peek().line;
        std::string name;
        PythonExpressionPtr value;
        if (takeSymbol("**")) {
            PythonExpression spread = made(Kind::spread, line);
            spread.parts.push_back(expression());
            value = finished(std::move(spread));
        } else if (peek().kind == PythonToken::Kind::name && peek(1).kind == PythonToken::Kind::symbol && peek(1).text == "=") {
            name = expectName();
            take();
            value = expression();
        } else {
            value = element();
            if (isWord("for") || isWord("async"))
                value = comprehension(std::move(value), "(");
        }
        call.names.push_back(std::move(name));
        call.parts.push_back(std::move(value));
        if (!takeSymbol(","))
            break;
    }
    expectSymbol(")");
}

PythonExpressionPtr PythonExpressionParser::index()
{
    const Level level(*this);
    const int line = peek().line;
    PythonExpressionPtr first = indexPart();
    if (!isSymbol(","))
        return first;
    PythonExpression tuple = made(Kind::tuple, line);
    tuple.parts.push_back(std::move(first));
    while (takeSymbol(",") && !isSymbol("]"))
        tuple.parts.push_back(indexPart());
    return finished(std::move(tuple));
}

PythonExpressionPtr PythonExpressionParser::indexPart()
{
    const int line = peek().line;
    PythonExpressionPtr begin = isSymbol(":") ? nullptr : element();
    if (begin && !isSymbol(":"))
        return begin;
    PythonExpression slice = made(Kind::slice, line);
    slice.parts.push_back(std::move(begin));
    for (int part = 0; part < 2; ++part) {
        const bool isGiven = takeSymbol(":") && !isSymbol(":") && !isSymbol("]") && !isSymbol(",");
        slice.parts.push_back(isGiven ? expression() : nullptr);
    }
    return finished(std::move(slice));
}

PythonExpressionPtr PythonExpressionParser::bracketed()
{
    const Level level(*this);
    if (takeSymbol("{"))
        return braces();
    if (takeSymbol("["))
        return listing("]", Kind::list);
    expectSymbol("(");
    return listing(")", Kind::tuple);
}

/// Without a comma, round brackets only group.
PythonExpressionPtr PythonExpressionParser::listing(std::string_view end, Kind kind)
{
    PythonExpression all = made(kind, peek().line);
    bool hasComma = false;
    while (!isSymbol(end)) {
        PythonExpressionPtr one = element();
        if (all.parts.empty() && (isWord("for") || isWord("async"))) {
            one = comprehension(std::move(one), kind == Kind::list ? "[" : kind == Kind::set ? "{" : "(");
            expectSymbol(end);
            return one;
        }
        all.parts.push_back(std::move(one));
        if (!takeSymbol(","))
            break;
        hasComma = true;
    }
    expectSymbol(end);
    if (kind == Kind::tuple && all.parts.size() == 1 && !hasComma)
        return std::move(all.parts[0]);
    return finished(std::move(all));
}

PythonExpressionPtr PythonExpressionParser::braces()
{
    PythonExpression all = made(Kind::dictionary, peek().line);
    while (!isSymbol("}")) {
        if (takeSymbol("**")) {
            all.parts.push_back(nullptr);
            all.parts.push_back(expression());
        } else {
            PythonExpressionPtr key = element();
            if (!takeSymbol(":")) {
                if (!all.parts.empty())
                    unexpected();
                PythonExpression set = made(Kind::set, all.line);
                if (isWord("for") || isWord("async")) {
                    key = comprehension(std::move(key), "{");
                    expectSymbol("}");
                    return key;
                }
                set.parts.push_back(std::move(key));
                while (takeSymbol(",") && !isSymbol("}"))
                    set.parts.push_back(element());
                expectSymbol("}");
                return finished(std::move(set));
            }
            PythonExpressionPtr value = expression();
            if (all.parts.empty() && (isWord("for") || isWord("async"))) {
                PythonExpressionPtr pair = joined(Kind::tuple, all.line, {}, std::move(key), std::move(value));
                pair = comprehension(std::move(pair), ":");
                expectSymbol("}");
                return pair;
            }
            all.parts.push_back(std::move(key));
            all.parts.push_back(std::move(value));
        }
        if (!takeSymbol(","))
            break;
    }
    expectSymbol("}");
    return finished(std::move(all));
}

PythonExpressionPtr PythonExpressionParser::comprehension(PythonExpressionPtr value, std::string bracket)
{
    PythonExpression all = made(Kind::comprehension, value->line, std::move(bracket));
    all.parts.push_back(std::move(value));
    while (takeWord("async") || isWord("for")) {
        PythonExpression clause = made(Kind::clause, peek().line);
        if (!takeWord("for"))
            unexpected();
        clause.parts.push_back(targets());
        if (!takeWord("in"))
            unexpected();
        clause.parts.push_back(logical("or"));
        while (takeWord("if"))
            clause.parts.push_back(logical("or"));
        all.parts.push_back(finished(std::move(clause)));
    }
    return finished(std::move(all));
}

} // namespace netsmith::interop
