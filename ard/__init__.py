"""Reads files as ARD, agnostic raw data: values that carry their place, whatever the notation.

- `nodes`: the values; `positions`: places inside a scalar; `rewriting`: edits of documents
- `descriptions`: how messages name values; `plain_data`: nodes to Python data
- `sources/`: where the bytes of a package come from: folders, zips, streams; `remote/`: URLs
- `yaml/`, `json/`, `yaql/`: text to nodes and expressions; `decoding`: bytes to text
- `input_document`: a document that a user passes beside packages, such as an object model
"""
