#pragma once

#include "engine/cuda/device/cudnn_library.h"

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace netsmith::cuda {

/// One of the library's descriptors: made empty, given attributes, then finalized; destroyed with this. Throws `cuda.cudnn`.
class CudnnDescriptor {
public:
    CudnnDescriptor(const CudnnLibrary& library, cudnnBackendDescriptorType_t type)
        : m_library(&library)
    {
        checkCudnn(library, library.createDescriptor(type, &m_handle), "a descriptor");
    }
    CudnnDescriptor(CudnnDescriptor&& other) noexcept
        : m_library(other.m_library)
        , m_handle(std::exchange(other.m_handle, nullptr))
    {
    }
    CudnnDescriptor& operator=(CudnnDescriptor&& other) noexcept
    {
        std::swap(m_library, other.m_library);
        std::swap(m_handle, other.m_handle);
        return *this;
    }
    ~CudnnDescriptor()
    {
        if (m_handle)
            (void)m_library->destroyDescriptor(m_handle);
    }

    cudnnBackendDescriptor_t handle() const { return m_handle; }

    template <class Value>
    CudnnDescriptor& set(cudnnBackendAttributeName_t name, cudnnBackendAttributeType_t type, const Value& value)
    {
        return setMany(name, type, 1, &value);
    }
    CudnnDescriptor& set(cudnnBackendAttributeName_t name, std::int64_t value) { return set(name, CUDNN_TYPE_INT64, value); }
    CudnnDescriptor& set(cudnnBackendAttributeName_t name, const std::vector<std::int64_t>& values)
    {
        return setMany(name, CUDNN_TYPE_INT64, values.size(), values.data());
    }
    CudnnDescriptor& set(cudnnBackendAttributeName_t name, const CudnnDescriptor& value)
    {
        return set(name, CUDNN_TYPE_BACKEND_DESCRIPTOR, value.m_handle);
    }
    CudnnDescriptor& set(cudnnBackendAttributeName_t name, cudnnDataType_t value) { return set(name, CUDNN_TYPE_DATA_TYPE, value); }
    CudnnDescriptor& setText(cudnnBackendAttributeName_t name, const std::string& value)
    {
        return setMany(name, CUDNN_TYPE_CHAR, value.size(), value.data());
    }
    CudnnDescriptor& setMany(cudnnBackendAttributeName_t name, cudnnBackendAttributeType_t type, std::size_t count,
                             const void* values)
    {
        checkCudnn(*m_library, m_library->setAttribute(m_handle, name, type, static_cast<std::int64_t>(count), values),
                   "a setting");
        return *this;
    }
    /// False if the library has no such descriptor.
    bool tryFinalize() { return m_library->finalize(m_handle) == CUDNN_STATUS_SUCCESS; }

    /// All values of an attribute, at most `most`.
    template <class Value>
    std::vector<Value> get(cudnnBackendAttributeName_t name, cudnnBackendAttributeType_t type, std::size_t most) const
    {
        std::vector<Value> values(most);
        std::int64_t count = 0;
        checkCudnn(*m_library,
                   m_library->getAttribute(m_handle, name, type, static_cast<std::int64_t>(most), &count, values.data()),
                   "to describe a descriptor");
        values.resize(std::min(most, static_cast<std::size_t>(count)));
        return values;
    }
    /// The same, all of them.
    template <class Value>
    std::vector<Value> getAll(cudnnBackendAttributeName_t name, cudnnBackendAttributeType_t type) const
    {
        std::int64_t count = 0;
        checkCudnn(*m_library, m_library->getAttribute(m_handle, name, type, 0, &count, nullptr), "to describe a descriptor");
        return get<Value>(name, type, static_cast<std::size_t>(count));
    }
    std::int64_t get(cudnnBackendAttributeName_t name) const { return get<std::int64_t>(name, CUDNN_TYPE_INT64, 1).at(0); }

private:
    const CudnnLibrary* m_library;
    cudnnBackendDescriptor_t m_handle = nullptr;
};

} // namespace netsmith::cuda
