"""Lists the types of fields in UI definitions, each declared once (see `declaration.py`).

Sources: reference ui-definition, Fields, and ui-definition.json. That a type takes a literal attribute was
measured by building forms in the last dashboard.
"""

from __future__ import annotations

from muranopl.language.grammar.ui.field_types.choices import CHOICE, DOMAIN
from muranopl.language.grammar.ui.field_types.cloud import (
    AVAILABILITY_ZONE,
    FLAVOR,
    IMAGE,
    KEYPAIR,
    NETWORK,
    SECURITY_GROUP,
    VOLUME,
    ZONE,
)
from muranopl.language.grammar.ui.field_types.declaration import FieldType
from muranopl.language.grammar.ui.field_types.scalars import BOOLEAN, FLOATING_IP, INTEGER
from muranopl.language.grammar.ui.field_types.texts import (
    CLUSTER_IP,
    DATABASE_LIST,
    PASSWORD,
    STRING,
    TEXT_AREA,
)

FIELD_TYPES: dict[str, FieldType] = {
    type_.name: type_
    for type_ in (
        STRING,
        TEXT_AREA,
        BOOLEAN,
        INTEGER,
        PASSWORD,
        CLUSTER_IP,
        DATABASE_LIST,
        FLAVOR,
        KEYPAIR,
        IMAGE,
        AVAILABILITY_ZONE,
        NETWORK,
        CHOICE,
        FLOATING_IP,
        DOMAIN,
        SECURITY_GROUP,
        VOLUME,
        ZONE,
    )
}
