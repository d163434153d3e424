// Contains only the precompiled headers of its library.
