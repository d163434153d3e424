#pragma once

#include "engine/core/error.h"
#include "engine/graph/specs/parameter.h"

#include <algorithm>
#include <array>
#include <cstddef>
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
    std::string shortTitle; ///< for small places, such as a node; empty: the title is short
    std::string doc;
    std::vector<ParameterSpec> parameters;

    // Copied wherever one is declared: out of line, each declaration compiles in half the time.
    Spec();
    Spec(const Spec& other);
    Spec(Spec&& other) noexcept;
    Spec& operator=(const Spec& other);
    Spec& operator=(Spec&& other) noexcept;
    ~Spec();

    const ParameterSpec* parameter(std::string_view name) const;
};

/// The parameters' names, separated by commas, or "none".
Message parameterNames(const Spec& spec);

/// Parameters and the offsets of the members that they are bound to: the part of `ParameterBuilder` that does not depend on the
/// struct.
class ParameterList {
public:
    const std::vector<ParameterSpec>& specs() const { return m_specs; }

protected:
    ParameterList();
    ParameterList(const ParameterList& other);
    ParameterList(ParameterList&& other) noexcept;
    ParameterList& operator=(const ParameterList& other);
    ParameterList& operator=(ParameterList&& other) noexcept;
    ~ParameterList();

    /// `defaultValue` holds a value of the member's type; the member is at `offset` bytes from the struct's start.
    void add(ParameterType type, std::string name, std::string title, std::string doc, ParameterValue defaultValue,
             std::ptrdiff_t offset);
    ParameterSpec& last() { return m_specs.back(); }
    void bindInto(void* out, const ParameterMap& values) const;
    void assignInto(void* out, std::string_view name, const ParameterValue& value) const;
    std::vector<ParameterValue> valuesOf(const void* from) const;

private:
    void write(void* out, std::size_t index, const ParameterValue& value) const;

    std::vector<ParameterSpec> m_specs;
    std::vector<std::ptrdiff_t> m_offsets;
};

/// Declares the parameters of a spec and binds each to a member of the plain struct `P`, whose initial values are the defaults
/// unless others are given.
template <class P>
class ParameterBuilder : public ParameterList {
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
        last().choices = std::move(choices);
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
        last().minimumSizes = minimum;
        last().maximumSizes = maximum;
        return *this;
    }
    /// A list of `minimum` to `maximum` real numbers.
    ParameterBuilder& reals(std::string name, std::vector<double> P::*member, int minimum, int maximum, std::string title,
                            std::string doc)
    {
        add(ParameterType::reals, std::move(name), member, std::move(title), std::move(doc));
        last().minimumSizes = minimum;
        last().maximumSizes = maximum;
        return *this;
    }
    /// A list of names, such as those of layers.
    ParameterBuilder& names(std::string name, std::vector<std::string> P::*member, std::string title, std::string doc)
    {
        return add(ParameterType::names, std::move(name), member, std::move(title), std::move(doc));
    }

    /// These refine the parameter declared last.
    ParameterBuilder& range(double minimum, double maximum) { return hard({minimum, maximum, false, false}); }
    ParameterBuilder& hard(Range range)
    {
        last().hard = range;
        return *this;
    }
    ParameterBuilder& usual(double minimum, double maximum)
    {
        last().usual = Range{minimum, maximum, false, false};
        return *this;
    }
    /// It makes a difference only while another parameter has one of these values.
    ParameterBuilder& onlyWith(std::string parameter, std::vector<std::string> values)
    {
        last().relevance.push_back({std::move(parameter), std::move(values)});
        return *this;
    }
    ParameterBuilder& unit(std::string unit)
    {
        last().unit = std::move(unit);
        return *this;
    }

    /// The struct with the map's values; throws `parameter.*` on the first that does not fit its declaration.
    P bind(const ParameterMap& values) const
    {
        P out = m_defaults;
        bindInto(&out, values);
        return out;
    }

    /// Sets the member bound to a declared name; `value` must be of its type, its range is not checked.
    void assign(P& out, std::string_view name, const ParameterValue& value) const { assignInto(&out, name, value); }
    /// Every parameter's value in the struct, in the order of declaration.
    std::vector<ParameterValue> values(const P& from) const { return valuesOf(&from); }

private:
    template <class T>
    ParameterBuilder& add(ParameterType type, std::string name, T P::*member, std::string title, std::string doc)
    {
        const T& defaultValue = m_defaults.*member;
        ParameterList::add(type, std::move(name), std::move(title), std::move(doc), defaultValue,
                           reinterpret_cast<const char*>(&defaultValue) - reinterpret_cast<const char*>(&m_defaults));
        return *this;
    }

    P m_defaults;
};

/// The specs of one kind, in alphabetical order of their ids.
template <class S>
class Registry {
public:
    explicit Registry(std::vector<S> specs)
        : m_specs(std::move(specs))
    {
    }
    /// Of what these functions declare.
    template <std::size_t count>
    explicit Registry(const std::array<S (*)(), count>& declarations)
    {
        for (S (*declare)() : declarations)
            m_specs.push_back(declare());
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
