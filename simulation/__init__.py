"""The classes written in Python, simulated: nothing here touches a network, a clock or a source of random numbers."""
