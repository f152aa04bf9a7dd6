import type { Visitor } from '#api/context.ts'
import type { NotificationFacts } from '#api/foundation/notices/notice-values.ts'
import { placePath } from '#api/participation/results/place-path.ts'
import { type Recipient, writeNotification } from '#api/participation/results/write-notification.ts'
import type { Statement } from '#platform/database.ts'
import type { PartyMember, QueuedEntry } from './queue-storage.ts'

/** The notice of one person: their own seat, or that of the children who are named. */
interface PartyNotification {
  recipient: Recipient
  /** In the order of their ids; empty for the recipient's own seat. */
  children: readonly PartyMember[]
}

const toRecipient = ({ id: userId, firstName, email, language }: Omit<PartyMember, 'notified'>): Recipient => ({
  userId,
  firstName,
  email,
  language,
})

/** Lists the members, each for its own seat, and their guardians, each for the children among the members. */
function listMembersAndGuardians(members: readonly PartyMember[]): PartyNotification[] {
  const pairs = members.flatMap((child) => child.notified.guardians.map((guardian) => ({ guardian, child })))
  const ofGuardians = Map.groupBy(pairs, ({ guardian }) => guardian.id).values()
  return [
    ...members.map((member) => ({ recipient: toRecipient(member), children: [] })),
    ...ofGuardians.flatMap(([first, ...others]) =>
      first ? [{ recipient: toRecipient(first.guardian), children: [first, ...others].map(({ child }) => child) }] : [],
    ),
  ]
}

/**
 * Lists the person who joined, and the guardians of a child who joined alone, in no order. An adult who is no member
 * waits for children. The members and their present guardians take the place of somebody who may no longer answer for
 * all of them.
 */
function listNotifications(entry: QueuedEntry): PartyNotification[] {
  const members = JSON.parse(entry.members) as PartyMember[]
  const isMember = members.some(({ id }) => id === entry.userId)
  const isAlone = isMember && members.length === 1
  if (entry.joinerAnswers === 0 || isAlone) return listMembersAndGuardians(members)
  return [{ recipient: entry, children: isMember ? [] : members }]
}

const joinNames = (children: readonly PartyMember[], language: string) =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format(children.flatMap(({ notified }) => notified.name || []))

/**
 * Returns the statements that notify a party in an occasion's queue of an offer of seats, its lapse, or the queue's
 * end. There is a notice and a mail for each. Notified are the person who joined, while that person may answer for
 * all members, and the guardians of a child who joined alone; else the members and their present guardians. Those who
 * read about children get their names, and a link to the page on which they answer for them.
 * `expiresAt` is the end of an offer, absent otherwise; without an `educationId` the link leads to the start page.
 */
export function notifyParty(
  ctx: Visitor,
  kind: 'seatOffered' | 'seatOfferLapsed' | 'waitingEnded',
  entry: QueuedEntry,
  { educationId, expiresAt }: { educationId: number | null; expiresAt?: Date },
): Statement[] {
  const { occasionId, educationPartId, title, startsAt, city, venue } = entry
  const page = placePath(educationId, { kind: 'occasion', id: occasionId })
  const facts: NotificationFacts = { titles: [title], places: [{ startDate: new Date(startsAt), city, venue }] }
  if (expiresAt) facts.until = expiresAt
  return listNotifications(entry).flatMap(({ recipient, children }) => {
    const [first] = children
    return writeNotification(ctx, kind, recipient, {
      path: educationId ? `${page}${first ? `&person=${first.id}` : ''}#part-${educationPartId}` : '/',
      facts,
      child: first && joinNames(children, recipient.language ?? ctx.language),
    })
  })
}
