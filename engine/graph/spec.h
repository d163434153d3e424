#pragma once

#include "engine/core/error.h"
#include "engine/graph/parameter.h"

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith {

/// What layers, losses, metrics, optimizers and schedules have in common: an identity, words, parameters.
struct Spec {
    std::string id;
    int version = 1;
    std::string title;
    std::string shortTitle; ///< where there is little room, such as on a node; empty: the title is short
    std::string doc;
    std::vector<ParameterSpec> parameters;

    const ParameterSpec* parameter(std::string_view name) const
    {
        const auto found = std::ranges::find(parameters, name, &ParameterSpec::name);
        return found == parameters.end() ? nullptr : &*found;
    }
};

/// Declares the parameters of a spec and binds each to a member of the plain struct `P`, whose initial values are the defaults
/// unless others are given.
template <class P>
class ParameterBuilder {
public:
    explicit ParameterBuilder(P defaults = P())
        : m_defaults(std::move(defaults))
    {
    }

    ParameterBuilder& boolean(std::string name, bool P::*member, std::string title, std::string doc)
    {
        return add(ParameterType::boolean, std::move(name), member, std::move(title), std::move(doc));
    }
    ParameterBuilder& integer(std::string name, std::int64_t P::*member, std::string title, std::string doc)
    {
        return add(ParameterType::integer, std::move(name), member, std::move(title), std::move(doc));
    }
    ParameterBuilder& real(std::string name, double P::*member, std::string title, std::string doc)
    {
        return add(ParameterType::real, std::move(name), member, std::move(title), std::move(doc));
    }
    ParameterBuilder& choice(std::string name, std::string P::*member, std::string title, std::string doc,
                             std::vector<Choice> choices)
    {
        add(ParameterType::choice, std::move(name), member, std::move(title), std::move(doc));
        m_specs.back().choices = std::move(choices);
        return *this;
    }
    /// Free text, such as the name of a data field, which its owner can't list.
    ParameterBuilder& text(std::string name, std::string P::*member, std::string title, std::string doc)
    {
        return add(ParameterType::text, std::move(name), member, std::move(title), std::move(doc));
    }
    /// A list of `minimum` to `maximum` integers; one entry stands for `minimum` equal ones.
    ParameterBuilder& sizes(std::string name, std::vector<std::int64_t> P::*member, int minimum, int maximum, std::string title,
                            std::string doc)
    {
        add(ParameterType::sizes, std::move(name), member, std::move(title), std::move(doc));
        m_specs.back().minimumSizes = minimum;
        m_specs.back().maximumSizes = maximum;
        return *this;
    }
    /// A list of `minimum` to `maximum` real numbers.
    ParameterBuilder& reals(std::string name, std::vector<double> P::*member, int minimum, int maximum, std::string title,
                            std::string doc)
    {
        add(ParameterType::reals, std::move(name), member, std::move(title), std::move(doc));
        m_specs.back().minimumSizes = minimum;
        m_specs.back().maximumSizes = maximum;
        return *this;
    }

    /// These say more about the parameter declared last.
    ParameterBuilder& range(double minimum, double maximum) { return hard({minimum, maximum, false, false}); }
    ParameterBuilder& hard(Range range)
    {
        m_specs.back().hard = range;
        return *this;
    }
    ParameterBuilder& usual(double minimum, double maximum)
    {
        m_specs.back().usual = Range{minimum, maximum, false, false};
        return *this;
    }
    ParameterBuilder& unit(std::string unit)
    {
        m_specs.back().unit = std::move(unit);
        return *this;
    }

    const std::vector<ParameterSpec>& specs() const { return m_specs; }

    /// The struct with the map's values in it; throws `parameter.*` on the first that does not fit its declaration.
    P bind(const ParameterMap& values) const
    {
        P out = m_defaults;
        for (std::size_t i = 0; i < m_specs.size(); ++i)
            if (const auto found = values.find(m_specs[i].name); found != values.end()) {
                if (auto problem = problemOf(m_specs[i], found->second))
                    throw Error(ErrorKind::input, std::move(*problem));
                m_assign[i](out, normalised(m_specs[i], found->second));
            }
        return out;
    }

    /// Sets the member behind a declared name; `value` must be of its type, its range is not looked at.
    void assign(P& out, std::string_view name, const ParameterValue& value) const
    {
        const auto found = std::ranges::find(m_specs, name, &ParameterSpec::name);
        const auto index = static_cast<std::size_t>(found - m_specs.begin());
        m_assign[index](out, normalised(*found, value));
    }
    /// Every parameter's value in the struct, in the order of declaration.
    std::vector<ParameterValue> values(const P& from) const
    {
        std::vector<ParameterValue> out;
        for (const auto& read : m_read)
            out.push_back(read(from));
        return out;
    }

private:
    template <class T>
    ParameterBuilder& add(ParameterType type, std::string name, T P::*member, std::string title, std::string doc)
    {
        ParameterSpec spec;
        spec.name = std::move(name);
        spec.title = std::move(title);
        spec.doc = std::move(doc);
        spec.type = type;
        spec.defaultValue = m_defaults.*member;
        m_specs.push_back(std::move(spec));
        m_assign.push_back([member](P& out, const ParameterValue& value) { out.*member = std::get<T>(value); });
        m_read.push_back([member](const P& from) { return ParameterValue(from.*member); });
        return *this;
    }

    P m_defaults;
    std::vector<ParameterSpec> m_specs;
    std::vector<std::function<void(P&, const ParameterValue&)>> m_assign;
    std::vector<std::function<ParameterValue(const P&)>> m_read;
};

/// The specs of one kind, in alphabetical order of their ids.
template <class S>
class Registry {
public:
    explicit Registry(std::vector<S> specs)
        : m_specs(std::move(specs))
    {
    }

    const S* find(std::string_view id) const
    {
        const auto found = std::ranges::find(m_specs, id, &S::id);
        return found == m_specs.end() ? nullptr : &*found;
    }
    auto begin() const { return m_specs.begin(); }
    auto end() const { return m_specs.end(); }
    std::size_t size() const { return m_specs.size(); }

private:
    std::vector<S> m_specs;
};

} // namespace netsmith
