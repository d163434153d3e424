#include "engine/graph/specs/spec.h"

#include "engine/core/name_list.h"

namespace netsmith {

Spec::Spec() = default;
Spec::Spec(const Spec& other) = default;
Spec::Spec(Spec&& other) noexcept = default;
Spec& Spec::operator=(const Spec& other) = default;
Spec& Spec::operator=(Spec&& other) noexcept = default;
Spec::~Spec() = default;

const ParameterSpec* Spec::parameter(std::string_view name) const
{
    const auto found = std::ranges::find(parameters, name, &ParameterSpec::name);
    return found == parameters.end() ? nullptr : &*found;
}

Message parameterNames(const Spec& spec)
{
    std::string names;
    for (const ParameterSpec& parameter : spec.parameters)
        names += (names.empty() ? "" : ", ") + parameter.name;
    return nameList(std::move(names));
}

ParameterList::ParameterList() = default;
ParameterList::ParameterList(const ParameterList& other) = default;
ParameterList::ParameterList(ParameterList&& other) noexcept = default;
ParameterList& ParameterList::operator=(const ParameterList& other) = default;
ParameterList& ParameterList::operator=(ParameterList&& other) noexcept = default;
ParameterList::~ParameterList() = default;

void ParameterList::add(ParameterType type, std::string name, std::string title, std::string doc, ParameterValue defaultValue,
                        std::ptrdiff_t offset)
{
    ParameterSpec& spec = m_specs.emplace_back();
    spec.name = std::move(name);
    spec.title = std::move(title);
    spec.doc = std::move(doc);
    spec.type = type;
    spec.defaultValue = std::move(defaultValue);
    m_offsets.push_back(offset);
}

void ParameterList::write(void* out, std::size_t index, const ParameterValue& value) const
{
    std::visit([&]<class T>(const T&) { *reinterpret_cast<T*>(static_cast<char*>(out) + m_offsets[index]) = std::get<T>(value); },
               m_specs[index].defaultValue);
}

void ParameterList::bindInto(void* out, const ParameterMap& values) const
{
    for (std::size_t i = 0; i < m_specs.size(); ++i)
        if (const auto found = values.find(m_specs[i].name); found != values.end()) {
            if (auto problem = problemOf(m_specs[i], found->second))
                throw Error(ErrorKind::input, std::move(*problem));
            write(out, i, normalised(m_specs[i], found->second));
        }
}

void ParameterList::assignInto(void* out, std::string_view name, const ParameterValue& value) const
{
    const auto found = std::ranges::find(m_specs, name, &ParameterSpec::name);
    write(out, static_cast<std::size_t>(found - m_specs.begin()), normalised(*found, value));
}

std::vector<ParameterValue> ParameterList::valuesOf(const void* from) const
{
    std::vector<ParameterValue> out;
    for (std::size_t i = 0; i < m_specs.size(); ++i)
        std::visit([&]<class T>(
                       const T&) { out.emplace_back(*reinterpret_cast<const T*>(static_cast<const char*>(from) + m_offsets[i])); },
                   m_specs[i].defaultValue);
    return out;
}

} // namespace netsmith
