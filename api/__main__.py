"""`python -m muranopl` is the command `muranopl`."""

from muranopl.interfaces.cli.main import main

if __name__ == "__main__":
    main()
