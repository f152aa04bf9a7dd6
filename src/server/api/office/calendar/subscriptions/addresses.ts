import type { Visitor } from '#api/context.ts'
import type { Place } from '#api/place.ts'
import { isSigned, signText } from '#platform/rotating-secret.ts'

type SecretContext = Pick<Visitor, 'env'>

const feedText = (id: number, nonce: string) => `calendar.${id}.${nonce}`

/**
 * Returns the secret URL of a feed, `…/api/calendar/feeds/<id>-<signature>.ics`. It is signed with the portal's secret:
 * a copy of the database does not reveal it. Another nonce revokes it.
 */
export const createFeedUrl = ({ env }: SecretContext, id: number, nonce: string) =>
  `${env.PORTAL_ORIGIN}/api/calendar/feeds/${id}-${signText(env.SESSION_SECRET, feedText(id, nonce))}.ics`

/** Subscription id and signature of a feed URL. */
export interface FeedKey {
  id: number
  signature: string
}

/** Parses the last segment of a feed URL; null when it is malformed. Does not check the signature. */
export function parseFeedKey(address: string): FeedKey | null {
  const [, id, signature] = /^(\d{1,9})-([\w-]{43})\.ics$/.exec(address) ?? []
  return id && signature ? { id: Number(id), signature } : null
}

/** Whether the signature of a feed URL is valid for the subscription's nonce. */
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
 * Returns the signed path by which a calendar program reads a person's booking without a session. It is valid for six
 * to twelve hours.
 */
export function createInvitationPath({ env, now }: SecretContext & Pick<Visitor, 'now'>, invitation: Invitation) {
  const until = Math.floor(now.getTime() / periodMs) + 2
  const signature = signText(env.SESSION_SECRET, invitationText(invitation, until))
  return `/api/calendar/invitations/${invitation.userId}-${formatPlace(invitation.place)}-${until}-${signature}.ics`
}

/** Parses the last segment of an invitation path; null when it is malformed, expired or not signed by the portal. */
export function verifyInvitation({ env, now }: SecretContext & Pick<Visitor, 'now'>, address: string) {
  const [, user, kind, id, until, signature = ''] =
    /^(\d{1,9})-(exam)?(\d{1,9})-(\d{1,9})-([\w-]{43})\.ics$/.exec(address) ?? []
  const place: Place = { kind: kind ? 'exam' : 'occasion', id: Number(id) }
  const invitation = { userId: Number(user), place }
  if (!until || Number(until) * periodMs <= now.getTime()) return null
  const isValid = isSigned(env.SESSION_SECRET, invitationText(invitation, Number(until)), signature)
  return isValid ? invitation : null
}
