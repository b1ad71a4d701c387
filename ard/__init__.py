"""ARD, agnostic raw data.

These are the files of packages as values that carry their place, whatever their notation.

- `nodes`: the values; `positions`: places inside a scalar
- `descriptions`: how messages name values; `plain_data`: nodes to Python data
- `sources/`: where the bytes of a package come from: folders, zips, streams
- `yaml/`, `json/`: text to nodes; Python data to nodes, by way of JSON
"""
