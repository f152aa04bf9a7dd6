import type { Visitor } from '#api/context.ts'
import { findConfiguration } from '#api/foundation/portal-configuration/storage.ts'
import { Refused } from '#api/refusals.ts'
import { type Translate, translator } from '#locales/translate.ts'
import { createWeakEtag } from '#platform/digest.ts'
import { writeCalendar } from '../write-calendar.ts'
import { isValidFeedKey, parseFeedKey, verifyInvitation } from './addresses.ts'
import { toEvents } from './rules.ts'
import { findFeed, findInvitedItem, listFeedItems, type SubscriptionRow } from './storage.ts'

interface CalendarFile {
  name: string
  text: string
  isShown: boolean
}

/**
 * Serves an iCalendar file; answers 304 when `if-none-match` has its ETag, because programs poll about once an hour.
 */
async function calendarResponse({ name, text, isShown }: CalendarFile, request: Request | null): Promise<Response> {
  const etag = await createWeakEtag(text)
  const headers = {
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename="${name}.ics"`,
    'cache-control': 'private, no-cache',
    etag,
  }
  const isUnchanged = request?.headers.get('if-none-match')?.includes(etag.replace('W/', '')) ?? false
  return isUnchanged ? new Response(null, { status: 304, headers }) : new Response(text, { headers })
}

const formatFeedName = ({ kind, organizationName }: SubscriptionRow, t: Translate) =>
  t(`feed.${kind}`, { club: organizationName ?? '' })

/**
 * Serves a subscribed calendar as an iCalendar file in its owner's language, without a session; 304 for a known ETag.
 * `address` is the last segment of its URL. Without a `request` it is never 304.
 *
 * @throws Refused('not_found') when the URL is invalid or revoked, or its owner is inactive or, for led occasions, no
 * longer an educator.
 */
export async function serveFeed(ctx: Visitor, address: string, request: Request | null): Promise<Response> {
  const key = parseFeedKey(address)
  const feed = key && (await findFeed(ctx.db, key.id))
  if (!(key && feed && isValidFeedKey(ctx, key, feed.nonce))) throw new Refused('not_found')
  const t = translator(feed.language ?? 'sv', 'calendar')
  const about = { origin: ctx.env.PORTAL_ORIGIN, showsParticipantCount: feed.kind === 'teaching', t }
  const events = (await listFeedItems(ctx, feed)).flatMap((one) => toEvents(one, about))
  return calendarResponse(
    { name: feed.kind, text: writeCalendar({ name: formatFeedName(feed, t), events }), isShown: true },
    request,
  )
}

/**
 * Serves the invitation of a person to one occasion or exam as an iCalendar file, as the sign-up is now and in the
 * caller's language: a repeated import updates or cancels the event. `address` is the last segment of its URL; 304 for
 * a known ETag.
 *
 * @throws Refused('not_found') when the URL is invalid or expired, or the person has no sign-up there.
 */
export async function serveInvitation(ctx: Visitor, address: string, request: Request | null): Promise<Response> {
  const invitation = verifyInvitation(ctx, address)
  const scheduled = invitation && (await findInvitedItem(ctx.db, invitation.userId, invitation.place))
  if (!scheduled) throw new Refused('not_found')
  const t = translator(ctx.language, 'calendar')
  const configuration = await findConfiguration(ctx.db)
  const events = toEvents(scheduled, { origin: ctx.env.PORTAL_ORIGIN, showsParticipantCount: false, t })
  const text = writeCalendar({
    name: scheduled.educationTitle,
    events,
    method: events.every(({ status }) => status === 'canceled') ? 'CANCEL' : 'PUBLISH',
    organizer: {
      name: configuration?.organizationName ?? 'Utbildningsportalen',
      email: configuration?.mailFrom ?? `no-reply@${new URL(ctx.env.PORTAL_ORIGIN).hostname}`,
    },
  })
  return calendarResponse({ name: `${scheduled.kind}-${scheduled.id}`, text, isShown: false }, request)
}
