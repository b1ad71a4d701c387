"""`python -m muranopl` is the command `muranopl`."""

from muranopl.interfaces.cli.start import main

if __name__ == "__main__":
    main()
