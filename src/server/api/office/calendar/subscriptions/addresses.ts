import type { Visitor } from '#api/context.ts'
import type { Place } from '#api/place.ts'
import { isSigned, signText } from '#platform/rotating-secret.ts'

type SecretContext = Pick<Visitor, 'env'>

const feedText = (id: number, nonce: string) => `calendar.${id}.${nonce}`

/**
 * Returns the absolute secret URL of a subscribed calendar, `…/api/calendar/feeds/<id>-<signature>.ics`. It is signed
 * with the portal's secret: a copy of the database does not reveal it. `id` is that of the subscription, and `nonce`
 * its stored random text: another nonce revokes the URL.
 */
export const createFeedUrl = ({ env }: SecretContext, id: number, nonce: string) =>
  `${env.PORTAL_ORIGIN}/api/calendar/feeds/${id}-${signText(env.SESSION_SECRET, feedText(id, nonce))}.ics`

/** Subscription id and signature of a feed URL. */
export interface FeedKey {
  id: number
  signature: string
}

/**
 * Parses the last segment of the URL of a subscribed calendar to the subscription's id and the signature; null when it
 * is malformed. Does not check the signature.
 */
export function parseFeedKey(address: string): FeedKey | null {
  const [, id, signature] = /^(\d{1,9})-([\w-]{43})\.ics$/.exec(address) ?? []
  return id && signature ? { id: Number(id), signature } : null
}

/**
 * Returns whether the signature of a calendar's URL is valid for the subscription's id and present nonce. It does not
 * expire.
 */
export const isValidFeedKey = ({ env }: SecretContext, { id, signature }: FeedKey, nonce: string) =>
  isSigned(env.SESSION_SECRET, feedText(id, nonce), signature)

/** A person and the occasion or exam that the person is invited to. */
export interface Invitation {
  userId: number
  place: Place
}

const periodMs = 6 * 3_600_000
/** Formats a place in a URL: `12` for an occasion, `exam12` for an exam. */
const formatPlace = ({ kind, id }: Place) => `${kind === 'exam' ? 'exam' : ''}${id}`

const invitationText = ({ userId, place }: Invitation, until: number) =>
  `invitation.${userId}.${formatPlace(place)}.${until}`

/**
 * Returns the signed path on the portal by which a calendar program reads a person's booking of an occasion or exam
 * without a session. It is valid for six to twelve hours. The booking itself is not checked.
 */
export function createInvitationPath({ env, now }: SecretContext & Pick<Visitor, 'now'>, invitation: Invitation) {
  const until = Math.floor(now.getTime() / periodMs) + 2
  const signature = signText(env.SESSION_SECRET, invitationText(invitation, until))
  return `/api/calendar/invitations/${invitation.userId}-${formatPlace(invitation.place)}-${until}-${signature}.ics`
}

/**
 * Parses the last segment of an invitation path to the person and the occasion or exam; null when it is malformed,
 * expired or not signed by the portal. Whether they exist is not checked.
 */
export function verifyInvitation({ env, now }: SecretContext & Pick<Visitor, 'now'>, address: string) {
  const [, user, kind, id, until, signature = ''] =
    /^(\d{1,9})-(exam)?(\d{1,9})-(\d{1,9})-([\w-]{43})\.ics$/.exec(address) ?? []
  const place: Place = { kind: kind ? 'exam' : 'occasion', id: Number(id) }
  const invitation = { userId: Number(user), place }
  if (!until || Number(until) * periodMs <= now.getTime()) return null
  const isValid = isSigned(env.SESSION_SECRET, invitationText(invitation, Number(until)), signature)
  return isValid ? invitation : null
}
