"""`python -m muranopl` is the command `muranopl`."""

from muranopl.cli.main import main

if __name__ == "__main__":
    main()
