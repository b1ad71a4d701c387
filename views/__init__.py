"""The results of the phases as data: graphs, dumps, schemas, changes of packages, documents."""
