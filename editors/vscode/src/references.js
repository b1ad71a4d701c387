/** The command of the lenses that count references: the server names it, clients have it. */

import * as vscode from 'vscode'

/**
 * Show locations beside a position.
 *
 * @param {import("vscode-languageclient/node").LanguageClient} client
 * @param {[string, import("vscode-languageclient/node").Position, import("vscode-languageclient/node").Location[]]} values
 */
export function showReferences(client, [uri, position, locations]) {
  const converter = client.protocol2CodeConverter
  return vscode.commands.executeCommand(
    'editor.action.showReferences',
    converter.asUri(uri),
    converter.asPosition(position),
    locations.map(converter.asLocation)
  )
}
