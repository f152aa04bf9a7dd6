import type { Writing } from './documents.ts'

/** A write that waits; `who` is the person and registration that it is of. */
export interface Waiting extends Writing {
  id: number
  who: string
  at: number
}

export interface Opening {
  /** Of a unit of cmi5 that has not fetched its token yet: the key that it does it by. */
  token: string
  isKey: boolean
  who: string
  at: number
}

const answered = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open('portal-kept', 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore('letters', { keyPath: 'id', autoIncrement: true })
    request.result.createObjectStore('openings', { keyPath: 'token' })
  }
  return answered(request)
}

async function within<T>(name: string, mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>) {
  const database = await opened()
  try {
    return await work(database.transaction(name, mode).objectStore(name))
  } finally {
    database.close()
  }
}

export const openings = (): Promise<Opening[]> =>
  within('openings', 'readonly', (store) => answered<Opening[]>(store.getAll()))

export const noteOpening = (opening: Opening) =>
  within('openings', 'readwrite', (store) => answered(store.put(opening)))

/** What writes of before documents had conditions do not say. */
const unsaid = { document: null, ifMatch: null, ifNoneMatch: null, tag: null, isTried: true, own: [] }

/** In the order that they were written. */
export const writes = (): Promise<Waiting[]> =>
  within('letters', 'readonly', async (store) =>
    (await answered<Waiting[]>(store.getAll())).map((write) => ({ ...unsaid, ...write })),
  )

/** Puts one last; those that it stands for go. */
export const keep = (write: Omit<Waiting, 'id'>, standsFor: readonly number[]) =>
  within('letters', 'readwrite', async (store) => {
    for (const id of standsFor) await answered(store.delete(id))
    return answered(store.add(write))
  })

/** From here on the record store may have it; nothing happens to one that another stands for by now. */
export const noteTried = (id: number) =>
  within('letters', 'readwrite', async (store) => {
    const write = await answered<Waiting | undefined>(store.get(id))
    if (write && !write.isTried) await answered(store.put({ ...write, isTried: true }))
  })

export const drop = (id: number) => within('letters', 'readwrite', (store) => answered(store.delete(id)))

/** What was opened so long ago that its token is good for nothing, and nothing waits of it. */
export const forgetOpenings = (tokens: readonly string[]) =>
  within('openings', 'readwrite', async (store) => {
    for (const token of tokens) await answered(store.delete(token))
  })
