import { z } from 'zod'
import { contract, tagsNamingPeople } from '../../calls.ts'
import { User } from '../contract.ts'

/** Protecting asks why; the reason stands in the audit log alone. */
const Protection = z.discriminatedUnion('protected', [
  z.object({ protected: z.literal(true), reason: z.string().trim().min(1).max(300) }),
  z.object({ protected: z.literal(false) }),
])
export type Protection = z.infer<typeof Protection>

export const protection = contract({
  'PUT /User/:id/protection': {
    who: 'superadministrators',
    body: Protection,
    reply: User,
    changes: tagsNamingPeople,
    summary:
      'Protects a person’s identity, or ends that: while it lasts, superadministrators alone see who the person is.',
  },
})
