// Checks while somebody types: one at a time, when there is a pause.

const PAUSE = 400 // milliseconds

/**
 * Return `{changed(), now(), close()}`: some time after `changed`, or at once, `ask()` is called, a promise of an answer. `take(answer)`
 * gets it unless there was a change meanwhile, `failed(error)` what was thrown.
 */
export function rechecking ({ ask, take, failed, pause = PAUSE }) {
  let [timer, isRunning, changes, isClosed] = [null, false, 0, false]

  function changed () {
    changes += 1
    clearTimeout(timer)
    timer = setTimeout(now, pause)
  }

  async function now () {
    if (isRunning || isClosed) return
    isRunning = true
    const mine = changes
    try {
      const answer = await ask()
      if (mine === changes && !isClosed) take(answer)
    } catch (error) {
      if (!isClosed) failed(error)
    } finally {
      isRunning = false
      if (mine !== changes) changed()
    }
  }

  function close () {
    isClosed = true
    clearTimeout(timer)
  }

  return { changed, now, close }
}
