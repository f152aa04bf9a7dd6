import { refusePrecondition } from '#api/courses/xapi/rules.ts'
import { type QueuedWrite, writesProfile } from './queued-write.ts'

/** A document write in the offline queue, or about to enter it. */
export interface DocumentWrite extends QueuedWrite {
  /** Etag of the document after the write; null when it removes or merges. */
  tag: string | null
  /** The record store may have it already: it was sent, and no answer arrived. */
  isTried: boolean
  /** Etags of the replaced writes that the record store may have ("" for a removal). */
  own: readonly string[]
}

/** Highest number of stored etags; each unanswered attempt stands for about forty writes. */
const maxOwnTags = 100

type DocumentAddress = Pick<QueuedWrite, 'document' | 'token' | 'isOfSession'>

/**
 * Finds the queued write that decides the present document: null when none is queued, "unknown" when only the record
 * store knows. Sessions of cmi5 are separate.
 */
export function findLastWrite<Waiting extends DocumentWrite>(
  waiting: readonly Waiting[],
  { document, token, isOfSession }: DocumentAddress,
): Waiting | 'unknown' | null {
  const near = waiting.filter((one) => !isOfSession || one.token === token)
  // Without a document id, all documents of a scope are removed.
  const isOver = (one: Waiting) => one.document !== null && document?.split('?')[0] === one.document
  const last = near.findLast((one) => one.document === document || isOver(one))
  if (!last || document === null) return null
  return isOver(last) || last.method === 'POST' ? 'unknown' : last
}

/**
 * Returns the status with which the record store would refuse the write after the queued one `before`; null when it
 * would accept it.
 */
export const refuseAfter = (write: QueuedWrite, before: DocumentWrite): number | null =>
  refusePrecondition({ ...write, isProfile: writesProfile(write) }, before.method === 'DELETE' ? null : before.tag)

const objectIn = (text: string): object | null => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** Merges a POST into a queued document; null when only the record store can merge. */
function mergedInto(write: QueuedWrite, before: DocumentWrite): QueuedWrite | null {
  const [old, added] = [before.method === 'PUT' ? objectIn(before.body) : null, objectIn(write.body)]
  return old && added ? { ...write, method: 'PUT', body: JSON.stringify({ ...old, ...added }) } : null
}

/** Whether a write replaces or removes a document without a condition; false for statements and for a merge (POST). */
export const isUnconditional = ({ document, method, ifMatch, ifNoneMatch }: QueuedWrite) =>
  document !== null && method !== 'POST' && ifMatch === null && ifNoneMatch === null

/** Combines a write with the queued one `before` that it replaces; null when both must be sent. */
export function replaceWrite(
  write: QueuedWrite,
  before: DocumentWrite,
): (QueuedWrite & Pick<DocumentWrite, 'own'>) | null {
  if (isUnconditional(write)) return { ...write, own: [] }
  const whole = write.method === 'POST' ? mergedInto(write, before) : write
  if (!whole) return null
  const { ifMatch, ifNoneMatch, method, tag, isTried } = before
  const own = isTried ? [...before.own, method === 'DELETE' ? '' : (tag ?? '')] : before.own
  // It was checked against the earlier write and inherits its conditions.
  return { ...whole, ifMatch, ifNoneMatch, own: own.slice(-maxOwnTags) }
}

/**
 * Decides after a 412 by the stored document, whose etag is `there`, null without one. The write was already stored
 * ("done"), is sent again over a version of its own course, or is dropped ("refused") because another writer changed
 * the document.
 */
export function resolveConflict(
  { method, tag, own }: DocumentWrite,
  there: string | null,
): 'done' | 'refused' | Pick<QueuedWrite, 'ifMatch' | 'ifNoneMatch'> {
  if (method === 'PUT' ? there === tag : method === 'DELETE' && there === null) return 'done'
  if (!own.includes(there ?? '')) return 'refused'
  return there === null ? { ifMatch: null, ifNoneMatch: '*' } : { ifMatch: `"${there}"`, ifNoneMatch: null }
}
