#pragma once

#include "engine/core/error.h"

#include <optional>
#include <variant>

namespace netsmith {

/// A value or an error, for results that the caller must check: files, modules. (`std::expected` is C++23.)
template <class T>
class [[nodiscard]] Expected {
public:
    Expected(T value)
        : m_content(std::in_place_index<0>, std::move(value))
    {
    }
    Expected(Error error)
        : m_content(std::in_place_index<1>, std::move(error))
    {
    }

    bool hasValue() const { return m_content.index() == 0; }
    explicit operator bool() const { return hasValue(); }
    const Error& error() const { return std::get<1>(m_content); }

    T& operator*() & { return std::get<0>(m_content); }
    const T& operator*() const& { return std::get<0>(m_content); }
    T* operator->() { return &std::get<0>(m_content); }
    const T* operator->() const { return &std::get<0>(m_content); }

    /// The value, moved out; throws the error.
    T take() &&
    {
        if (!hasValue())
            throw error();
        return std::move(std::get<0>(m_content));
    }

private:
    std::variant<T, Error> m_content;
};

template <>
class [[nodiscard]] Expected<void> {
public:
    Expected() = default;
    Expected(Error error)
        : m_error(std::move(error))
    {
    }

    bool hasValue() const { return !m_error; }
    explicit operator bool() const { return hasValue(); }
    const Error& error() const { return *m_error; }
    void take() &&
    {
        if (m_error)
            throw *m_error;
    }

private:
    std::optional<Error> m_error;
};

} // namespace netsmith
