// An editor in a page: CodeMirror with its own client of language servers, connected to `window.server`.
import { autocompletion, completionKeymap } from '@codemirror/autocomplete'
import { languageServerExtensions, LSPClient } from '@codemirror/lsp-client'
import { EditorView, keymap } from '@codemirror/view'

/** Return a promise of a transport of messages over a web socket. */
function connected (address) {
  const socket = new WebSocket(address)
  const handlers = new Set()
  socket.addEventListener('message', ({ data }) => { for (const handler of handlers) handler(data) })
  return new Promise((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error('refused')))
    socket.addEventListener('open', () => resolve({
      send: (message) => socket.send(message),
      subscribe: (handler) => handlers.add(handler),
      unsubscribe: (handler) => handlers.delete(handler)
    }))
  })
}

/** Edit a text as a file of a folder. */
window.edit = async (address, folder, file, doc) => {
  const client = new LSPClient({ rootUri: folder, timeout: 120_000, extensions: languageServerExtensions() })
  client.connect(await connected(address))
  await client.initializing
  const view = new EditorView({
    doc,
    parent: document.body,
    extensions: [autocompletion(), keymap.of(completionKeymap), client.plugin(`${folder}/${file}`, 'yaml')]
  })
  /** Return the line of the cursor. */
  window.line = () => view.state.doc.lineAt(view.state.selection.main.head).text
}
