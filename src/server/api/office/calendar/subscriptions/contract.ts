import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { id, instant, noContent } from '#api/wire.ts'

export const SubscriptionKind = z.enum(['own', 'teaching', 'club'])

export const CalendarSubscription = z.object({
  id,
  kind: SubscriptionKind,
  organizationId: id.nullable(),
  organizationName: z.string().nullable(),
  /** Secret URL: anyone who has it can read the calendar until it is revoked. */
  address: z.string(),
  created: instant,
})
export type CalendarSubscription = z.infer<typeof CalendarSubscription>

const address = z.object({ address: z.string().max(200) })

export const calendarSubscriptions = contract({
  'GET /Calendar/subscriptions': {
    who: 'signedIn',
    reply: z.array(CalendarSubscription),
    cache: 'never',
    summary: 'The caller’s own subscribed calendars with their secret addresses.',
  },
  'POST /Calendar/subscriptions': {
    who: 'signedIn',
    body: z
      .object({ kind: SubscriptionKind, organizationId: id.nullable().default(null) })
      .refine(({ kind, organizationId }) => (kind === 'club') === (organizationId !== null), {
        path: ['organizationId'],
        params: { reason: 'unknown_reference' },
      }),
    reply: CalendarSubscription,
    cache: 'never',
    summary:
      'An address for own bookings, for occasions that one leads or for what a club arranges; there is one of each.',
  },
  'DELETE /Calendar/subscriptions/:id': {
    who: 'signedIn',
    reply: noContent,
    summary: 'Revokes an own address for good; a new one is another.',
  },
  'GET /Calendar/feeds/:address': {
    who: 'anyone',
    params: address,
    summary: 'A subscribed calendar as iCalendar, for calendar programs: the address is the key.',
  },
  'GET /Calendar/invitations/:address': {
    who: 'anyone',
    params: address,
    summary: 'One occasion as a signed-up person’s invitation in iCalendar, by an address that holds for some hours.',
  },
})
