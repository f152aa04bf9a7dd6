import type { DocumentWrite } from './documents.ts'

/** A queued write; `who` is its person and registration. */
export interface WaitingWrite extends DocumentWrite {
  id: number
  who: string
  at: number
}

export interface Opening {
  /** Fetch key of a cmi5 unit that has not fetched its token yet. */
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

/** Lists the stored openings of courses, in no particular order. */
export const listOpenings = (): Promise<Opening[]> =>
  within('openings', 'readonly', (store) => answered<Opening[]>(store.getAll()))

/** Stores an opening of a course, over an earlier one with the same key. */
export const saveOpening = (opening: Opening) =>
  within('openings', 'readwrite', (store) => answered(store.put(opening)))

/** Defaults for writes that were queued before documents had conditions. */
const unsaid = { document: null, ifMatch: null, ifNoneMatch: null, tag: null, isTried: true, own: [] }

/** Lists the queued writes of everybody, in the order in which they were queued. */
export const listWrites = (): Promise<WaitingWrite[]> =>
  within('letters', 'readonly', async (store) =>
    (await answered<WaitingWrite[]>(store.getAll())).map((write) => ({ ...unsaid, ...write })),
  )

/**
 * Adds a write at the end of the queue and removes those that it replaces, given by their ids, in one transaction.
 * Returns its id.
 */
export const enqueueWrite = (write: Omit<WaitingWrite, 'id'>, standsFor: readonly number[]) =>
  within('letters', 'readwrite', async (store) => {
    for (const id of standsFor) await answered(store.delete(id))
    return answered(store.add(write))
  })

/** Marks a write as sent, so that the record store may have it; does nothing when it has been replaced. */
export const markSent = (id: number) =>
  within('letters', 'readwrite', async (store) => {
    const write = await answered<WaitingWrite | undefined>(store.get(id))
    if (write && !write.isTried) await answered(store.put({ ...write, isTried: true }))
  })

/** Removes a write from the queue; does nothing when it is not there. */
export const removeWrite = (id: number) => within('letters', 'readwrite', (store) => answered(store.delete(id)))

/** Removes the openings with these tokens or fetch keys. */
export const removeOpenings = (tokens: readonly string[]) =>
  within('openings', 'readwrite', async (store) => {
    for (const token of tokens) await answered(store.delete(token))
  })
