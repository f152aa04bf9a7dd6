import { z } from 'zod'
import { contract, sharedCache } from '#api/calls.ts'
import { instant, version } from '#api/wire.ts'

/** Phone number: digits, spaces, hyphens and a leading plus (spec G-009). */
const Phone = z
  .string()
  .trim()
  .regex(/^\+?[\d -]{6,20}$/, 'phone')

export const GdprContact = z.object({ email: z.string(), phone: z.string(), lastChange: instant })
export type GdprContact = z.infer<typeof GdprContact>

/** `lastChange` is the version that was edited, for optimistic locking; absent for the first contact. */
export const ChangedGdprContact = z.object({ email: z.email().max(200), phone: Phone, lastChange: version })
export type ChangedGdprContact = z.infer<typeof ChangedGdprContact>

export const gdpr = contract({
  'GET /gdpr': {
    who: 'anyone',
    reply: GdprContact.nullable(),
    cache: sharedCache(300, 'everyone', 'gdpr'),
    summary: 'Returns the contact for personal data; null before the portal is set up.',
  },
  'PUT /gdpr': { who: 'superadministrators', body: ChangedGdprContact, reply: GdprContact, changes: ['gdpr'] },
})
