"""The types of fields in UI definitions.

A declaration in a file for each (see `declaration.py`), all listed here. Sources: reference
ui-definition, Fields, and ui-definition.json. That a type takes a literal attribute was measured by
building forms in the last dashboard.
"""

from __future__ import annotations

from muranopl.language.grammar.ui.field_types.azone import AVAILABILITY_ZONE
from muranopl.language.grammar.ui.field_types.boolean import BOOLEAN
from muranopl.language.grammar.ui.field_types.choice import CHOICE
from muranopl.language.grammar.ui.field_types.clusterip import CLUSTER_IP
from muranopl.language.grammar.ui.field_types.databaselist import DATABASE_LIST
from muranopl.language.grammar.ui.field_types.declaration import FieldType
from muranopl.language.grammar.ui.field_types.domain import DOMAIN
from muranopl.language.grammar.ui.field_types.flavor import FLAVOR
from muranopl.language.grammar.ui.field_types.floatingip import FLOATING_IP
from muranopl.language.grammar.ui.field_types.image import IMAGE
from muranopl.language.grammar.ui.field_types.integer import INTEGER
from muranopl.language.grammar.ui.field_types.keypair import KEYPAIR
from muranopl.language.grammar.ui.field_types.network import NETWORK
from muranopl.language.grammar.ui.field_types.password import PASSWORD
from muranopl.language.grammar.ui.field_types.securitygroup import SECURITY_GROUP
from muranopl.language.grammar.ui.field_types.string_ import STRING
from muranopl.language.grammar.ui.field_types.text import TEXT_AREA
from muranopl.language.grammar.ui.field_types.volume import VOLUME
from muranopl.language.grammar.ui.field_types.zone import ZONE

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
