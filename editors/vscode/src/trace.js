/** The channel of `muranopl.trace.server`. Nothing here needs the editor. */

/**
 * Return a channel for the messages of the protocol, which go to the log. The client traces them only at the log level
 * "trace", whatever the setting says: so the channel has this level while the setting is on.
 *
 * @param {import("vscode").LogOutputChannel} log
 * @param {{level: number, isOn: () => boolean, onChange: (listener: () => void) => {dispose(): void}}} setting
 */
export function traceChannel(log, { level, isOn, onChange }) {
  const current = () => (isOn() ? level : log.logLevel)
  return {
    get logLevel() {
      return current()
    },
    onDidChangeLogLevel(listener) {
      const changed = () => listener(current())
      const parts = [log.onDidChangeLogLevel(changed), onChange(changed)]
      return { dispose: () => parts.forEach((part) => part.dispose()) }
    },
    trace: (message) => (isOn() ? log.info(message) : log.trace(message))
  }
}
