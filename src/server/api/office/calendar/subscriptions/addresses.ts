import type { Visitor } from '#api/context.ts'
import type { Place } from '#api/place.ts'
import { isSignatureOf, signatureOf } from '#platform/digest.ts'

type Keeper = Pick<Visitor, 'env'>

const feedText = (id: number, nonce: string) => `calendar.${id}.${nonce}`

/** Made of the row and the portal's secret: a copy of the database opens no calendar. */
export const feedAddress = async ({ env }: Keeper, id: number, nonce: string) =>
  `${env.PORTAL_ORIGIN}/api/calendar/feeds/${id}-${await signatureOf(env.SESSION_SECRET, feedText(id, nonce))}.ics`

export interface FeedKey {
  id: number
  signature: string
}

export function feedKeyOf(address: string): FeedKey | null {
  const [, id, signature] = /^(\d{1,9})-([\w-]{43})\.ics$/.exec(address) ?? []
  return id && signature ? { id: Number(id), signature } : null
}

export const opensFeed = ({ env }: Keeper, { id, signature }: FeedKey, nonce: string) =>
  isSignatureOf(env.SESSION_SECRET, feedText(id, nonce), signature)

export interface Invitation {
  userId: number
  place: Place
}

const periodMs = 6 * 3_600_000
/** An occasion is its number alone. */
const nameOf = ({ kind, id }: Place) => `${kind === 'exam' ? 'exam' : ''}${id}`

const invitationText = ({ userId, place }: Invitation, until: number) =>
  `invitation.${userId}.${nameOf(place)}.${until}`

/** Holds for the rest of its six hours and the six after them. */
export async function invitationAddress({ env, now }: Keeper & Pick<Visitor, 'now'>, invitation: Invitation) {
  const until = Math.floor(now.getTime() / periodMs) + 2
  const signature = await signatureOf(env.SESSION_SECRET, invitationText(invitation, until))
  return `/api/calendar/invitations/${invitation.userId}-${nameOf(invitation.place)}-${until}-${signature}.ics`
}

/** Whose invitation to what, if the address is a true one that still holds. */
export async function invitationAt({ env, now }: Keeper & Pick<Visitor, 'now'>, address: string) {
  const [, user, kind, id, until, signature = ''] =
    /^(\d{1,9})-(exam)?(\d{1,9})-(\d{1,9})-([\w-]{43})\.ics$/.exec(address) ?? []
  const place: Place = { kind: kind ? 'exam' : 'occasion', id: Number(id) }
  const invitation = { userId: Number(user), place }
  if (!until || Number(until) * periodMs <= now.getTime()) return null
  const isTrue = await isSignatureOf(env.SESSION_SECRET, invitationText(invitation, Number(until)), signature)
  return isTrue ? invitation : null
}
