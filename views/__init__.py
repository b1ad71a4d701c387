"""The results of the phases as data: graphs, dumps, schemas, changes, documents."""
