import { refusePrecondition } from '#api/courses/xapi/rules.ts'
import { type QueuedWrite, writesProfile } from './queued-write.ts'

/** A write of a document that waits, or is about to. */
export interface Writing extends QueuedWrite {
  /** By which its document will be known; null when it removes it or adds to what is there. */
  tag: string | null
  /** The record store may have taken it already: it was sent, and no answer came. */
  isTried: boolean
  /** Tags of what it stands for and the record store may have taken ("": it may have been removed). */
  own: readonly string[]
}

/** More of them than anybody sends without an answer; each costs forty writes. */
const ownAtMost = 100

type Asking = Pick<QueuedWrite, 'document' | 'token' | 'isOfSession'>

/**
 * The waiting write that decides what the document is like for whoever is to write or read it next: null when none
 * waits, "unknown" when only the record store could tell. Another session of cmi5 is another's affair.
 */
export function lastOf<Waiting extends Writing>(
  waiting: readonly Waiting[],
  { document, token, isOfSession }: Asking,
): Waiting | 'unknown' | null {
  const near = waiting.filter((one) => !isOfSession || one.token === token)
  // Without a name, all documents of a place are removed.
  const isOver = (one: Waiting) => one.document !== null && document?.split('?')[0] === one.document
  const last = near.findLast((one) => one.document === document || isOver(one))
  if (!last || document === null) return null
  return isOver(last) || last.method === 'POST' ? 'unknown' : last
}

/** What the record store would refuse it for, had it taken what waits before it. */
export const refusalAfter = (write: QueuedWrite, before: Writing): number | null =>
  refusePrecondition({ ...write, isProfile: writesProfile(write) }, before.method === 'DELETE' ? null : before.tag)

const objectIn = (text: string): object | null => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** What is merged into a document that waits is a document again; null when that is for the record store to judge. */
function mergedInto(write: QueuedWrite, before: Writing): QueuedWrite | null {
  const [old, added] = [before.method === 'PUT' ? objectIn(before.body) : null, objectIn(write.body)]
  return old && added ? { ...write, method: 'PUT', body: JSON.stringify({ ...old, ...added }) } : null
}

/** It is written whatever is there. */
export const isBlind = ({ document, method, ifMatch, ifNoneMatch }: QueuedWrite) =>
  document !== null && method !== 'POST' && ifMatch === null && ifNoneMatch === null

/** The write in the place of the one before it, which is not sent any more; null when both have to be. */
export function inPlaceOf(write: QueuedWrite, before: Writing): (QueuedWrite & Pick<Writing, 'own'>) | null {
  if (isBlind(write)) return { ...write, own: [] }
  const whole = write.method === 'POST' ? mergedInto(write, before) : write
  if (!whole) return null
  const { ifMatch, ifNoneMatch, method, tag, isTried } = before
  const own = isTried ? [...before.own, method === 'DELETE' ? '' : (tag ?? '')] : before.own
  // It was judged by the one before it, and holds for what that one held for.
  return { ...whole, ifMatch, ifNoneMatch, own: own.slice(-ownAtMost) }
}

/**
 * After a 412, by what is there: whether it was taken after all ("done"), is to be sent again for the version that its
 * own course has made, or is not to be written, since somebody else has changed the document.
 */
export function afterConflict(
  { method, tag, own }: Writing,
  there: string | null,
): 'done' | 'refused' | Pick<QueuedWrite, 'ifMatch' | 'ifNoneMatch'> {
  if (method === 'PUT' ? there === tag : method === 'DELETE' && there === null) return 'done'
  if (!own.includes(there ?? '')) return 'refused'
  return there === null ? { ifMatch: null, ifNoneMatch: '*' } : { ifMatch: `"${there}"`, ifNoneMatch: null }
}
