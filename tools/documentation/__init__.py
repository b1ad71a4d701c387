"""The documentation as a site and as a man page: the documents of docs/, and pages that are generated."""
