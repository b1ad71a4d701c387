// Packages that were dropped, in the IndexedDB of the browser: they stay until they are forgotten, or others need their room.

/** How many packages are stored. */
const MOST = 8
const [ZIPS, STATES] = ['zips', 'states'] // what is written once, and what each edit changes

/** Return the stored packages, `{id, name, used, isUnsaved}`, that which was used last first. */
export async function storedPackages () {
  const all = await inTransaction('readonly', (stores) => answer(stores[STATES].getAll()))
  return all.sort((one, other) => other.used - one.used)
}

/** Return `{id, name, bytes, texts, isUnsaved}` of a package, or null where it is not stored. */
export function loadPackage (id) {
  return inTransaction('readonly', async (stores) => {
    const [bytes, state] = await Promise.all([answer(stores[ZIPS].get(id)), answer(stores[STATES].get(id))])
    return bytes && state ? { ...state, bytes } : null
  })
}

/** Store a package, and forget the one that was not used for longest where there are too many: rather one without edits. */
export async function storePackage (id, bytes, state) {
  await inTransaction('readwrite', (stores) => {
    stores[ZIPS].put(bytes, id)
    stores[STATES].put({ id, used: Date.now(), ...state })
  })
  const others = (await storedPackages()).filter((each) => each.id !== id)
  const [plain, edited] = [false, true].map((isUnsaved) => others.filter((each) => each.isUnsaved === isUnsaved))
  const gone = [...edited, ...plain].slice(MOST - 1)
  await Promise.all(gone.map((each) => forgetPackage(each.id)))
}

/** Store what an edit changed. */
export function storeState (id, state) {
  return inTransaction('readwrite', (stores) => { stores[STATES].put({ id, used: Date.now(), ...state }) })
}

export function forgetPackage (id) {
  return inTransaction('readwrite', (stores) => {
    stores[ZIPS].delete(id)
    stores[STATES].delete(id)
  })
}

let opened = null

function database () {
  opened ??= new Promise((resolve, reject) => {
    const request = window.indexedDB.open('muranopl', 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(ZIPS)
      request.result.createObjectStore(STATES, { keyPath: 'id' })
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  return opened
}

async function inTransaction (mode, work) {
  const transaction = (await database()).transaction([ZIPS, STATES], mode)
  const ended = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve
    transaction.onabort = () => reject(transaction.error) // such as for want of room
  })
  const stores = Object.fromEntries([ZIPS, STATES].map((name) => [name, transaction.objectStore(name)]))
  const [result] = await Promise.all([work(stores), ended])
  return result
}

function answer (request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
