import type { CalendarItem } from '#api/office/calendar/contract.ts'
import type { WaitingEntry } from '#api/participation/waiting-list/contract.ts'
import { momentText } from '#locales/moments.ts'
import type { Translate } from '#locales/translate.ts'

/**
 * Formats a place in a queue, or until when its offered seats are to be accepted, in texts of `waiting-list`. Names the
 * people where it is not the reader alone.
 */
export function queueText(entry: WaitingEntry, readerId: number, t: Translate, language: string): string {
  const { offerEnds, position, members } = entry
  const isOwn = members.every(({ userId }) => userId === readerId)
  const names = members.map(({ name }) => name).join(', ')
  if (!offerEnds) return isOwn ? t('position', { position }) : t('positionOf', { position, names })
  const until = momentText(offerEnds, 'moment', language)
  return isOwn ? t('offered', { until }) : t('offeredOf', { until, names })
}

/**
 * Formats why an entry gets no offer, in texts of `waiting-list`; names the people where it is not the reader alone.
 */
export function passedOverText({ barred, members }: WaitingEntry, readerId: number, t: Translate): string {
  const isOwn = members.every(({ userId }) => userId === readerId)
  const names = members.map(({ name }) => name).join(', ')
  return isOwn ? t('passedOver', { reason: barred }) : t('passedOverOf', { reason: barred, names })
}

/** Returns the first entry that has the person among its members; undefined when there is none. */
export const findEntryOf = (entries: readonly WaitingEntry[], personId: number): WaitingEntry | undefined =>
  entries.find(({ members }) => members.some(({ userId }) => userId === personId))

/**
 * Lists the entries that wait for a calendar item, also as one of a connected set, in the order of `entries`; none for
 * an exam, which has no queue and numbers of its own.
 */
export const listEntriesAt = (
  entries: readonly WaitingEntry[],
  { kind, referenceId }: Pick<CalendarItem, 'kind' | 'referenceId'>,
): WaitingEntry[] => (kind === 0 ? entries.filter(({ occasionIds }) => occasionIds.includes(referenceId)) : [])

/**
 * Returns the path of an entry's part on its education's page, as the fragment `#part-<id>`. A child of the reader that
 * waits without the reader, who comes first among the members, adds `?person=`. An entry without an education gives the
 * list of educations.
 */
export function entryHref({ educationId, educationPartId, members }: WaitingEntry, readerId: number): string {
  if (educationId === null) return '/educations'
  const child = members.some(({ userId }) => userId === readerId) ? undefined : members[0]
  return `/education/${educationId}${child ? `?person=${child.userId}` : ''}#part-${educationPartId}`
}

/** Returns the path, as by `entryHref`, of the reader's own entry, or else of the first; null without entries. */
export function entriesHref(entries: readonly WaitingEntry[], readerId: number): string | null {
  const entry = findEntryOf(entries, readerId) ?? entries[0]
  return entry ? entryHref(entry, readerId) : null
}
