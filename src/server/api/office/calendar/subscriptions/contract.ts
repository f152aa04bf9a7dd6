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
    summary: 'Lists the caller’s calendar subscriptions with their secret addresses.',
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
      'Creates a calendar address for own bookings, occasions that the caller leads, or a club’s events; one of each kind.',
  },
  'DELETE /Calendar/subscriptions/:id': {
    who: 'signedIn',
    reply: noContent,
    summary: 'Revokes one of the caller’s calendar addresses for good; a new one gets another address.',
  },
  'GET /Calendar/feeds/:address': {
    who: 'anyone',
    params: address,
    summary: 'Returns a calendar subscription as iCalendar; the address is the key.',
  },
  'GET /Calendar/invitations/:address': {
    who: 'anyone',
    params: address,
    summary: 'Returns a participant’s invitation to an occasion as iCalendar; the address is valid for some hours.',
  },
})
