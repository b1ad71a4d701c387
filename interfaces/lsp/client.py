"""The capabilities of a client, as far as answers depend on them."""

from __future__ import annotations

from typing import Any

import msgspec
from lsprotocol.types import ClientCapabilities, InsertTextMode
from pygls.capabilities import get_capability


class ClientFeatures(msgspec.Struct, frozen=True):
    """The capabilities of a client.

    `virtual_documents` is whether it asks for the content of `muranopl:` URIs, `registers_content`
    whether it has to hear of this scheme first. `trusted` is whether rules that the opened folders
    bring along, which are code, may be run: None if the client does not say. `watches` is whether
    files can be watched on request, `has_settings` whether it can be asked for its settings.
    `shows_documents` is whether it opens a document on request, `versioned_edits` whether edits
    name versions of documents, `disabled_actions` whether code actions may say why they cannot be
    chosen. `snippets` is whether completions may have places to fill in, `replacing_items` whether
    the user may choose to insert them or to replace a word, `keeps_indentation` whether they can be
    inserted with their own indentation, `label_details` whether they may have texts beside their
    labels, `links` whether answers may name the extent of a declaration, `shows_progress` whether
    work can have a progress bar.
    """

    virtual_documents: bool = False
    registers_content: bool = False
    trusted: bool | None = None
    refreshes_diagnostics: bool = False
    refreshes_lenses: bool = False
    watches: bool = False
    has_settings: bool = False
    registers_settings: bool = False
    shows_documents: bool = False
    versioned_edits: bool = False
    renames_files: bool = False
    creates_files: bool = False
    annotates_edits: bool = False
    applies_edits: bool = False
    related_places: bool = False
    nested_symbols: bool = False
    disabled_actions: bool = False
    snippets: bool = False
    replacing_items: bool = False
    keeps_indentation: bool = False
    label_details: bool = False
    links: bool = False
    shows_progress: bool = False

    @classmethod
    def of(cls, capabilities: ClientCapabilities, options: object) -> ClientFeatures:
        """Return the features that a client declares in its capabilities and `initializationOptions`."""

        def declares(name: str) -> bool:
            value: Any = get_capability(capabilities, name)
            return bool(value)

        named = options if isinstance(options, dict) else {}
        trusted = named.get("trusted")
        operations: Any = get_capability(
            capabilities, "workspace.workspace_edit.resource_operations"
        )
        modes: Any = get_capability(
            capabilities,
            "text_document.completion.completion_item.insert_text_mode_support.value_set",
        )
        return cls(
            virtual_documents=bool(named.get("virtualDocuments"))
            or declares("workspace.text_document_content"),
            registers_content=declares("workspace.text_document_content.dynamic_registration"),
            trusted=trusted if isinstance(trusted, bool) else None,
            refreshes_diagnostics=declares("workspace.diagnostics.refresh_support"),
            refreshes_lenses=declares("workspace.code_lens.refresh_support"),
            watches=declares("workspace.did_change_watched_files.dynamic_registration"),
            has_settings=declares("workspace.configuration"),
            registers_settings=declares("workspace.did_change_configuration.dynamic_registration"),
            shows_documents=declares("window.show_document.support"),
            versioned_edits=declares("workspace.workspace_edit.document_changes"),
            renames_files="rename" in (operations or ()),
            creates_files="create" in (operations or ()),
            annotates_edits=declares("workspace.workspace_edit.change_annotation_support"),
            applies_edits=declares("workspace.apply_edit"),
            related_places=declares("text_document.publish_diagnostics.related_information")
            or declares("text_document.diagnostic.related_information"),
            nested_symbols=declares(
                "text_document.document_symbol.hierarchical_document_symbol_support"
            ),
            disabled_actions=declares("text_document.code_action.disabled_support"),
            snippets=declares("text_document.completion.completion_item.snippet_support"),
            replacing_items=declares(
                "text_document.completion.completion_item.insert_replace_support"
            ),
            keeps_indentation=InsertTextMode.AsIs in (modes or ()),
            label_details=declares(
                "text_document.completion.completion_item.label_details_support"
            ),
            links=declares("text_document.definition.link_support"),
            shows_progress=declares("window.work_done_progress"),
        )
