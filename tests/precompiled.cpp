// Nothing but what its library's precompiled headers hold.
