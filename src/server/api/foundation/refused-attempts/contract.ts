import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { id, instant } from '#api/wire.ts'

export const RefusedAttempt = z.object({
  call: z.string(),
  code: z.string(),
  /** An IPv4 address or an IPv6 network. */
  address: z.string(),
  /** The caller, or the owner of the user name. */
  userId: id.nullable(),
  userName: z.string().nullable(),
  /** Hash of an unknown user name; equal names have equal hashes. */
  nameHash: z.string().nullable(),
  path: z.string(),
  count: z.int(),
  first: instant,
  last: instant,
})
export type RefusedAttempt = z.infer<typeof RefusedAttempt>

export const refusedAttemptCalls = contract({
  'GET /RefusedAttempts': {
    who: 'superadministrators',
    reply: z.array(RefusedAttempt),
    cache: 'never',
    summary: 'Counts failed sign-ins and refused calls by hour, latest first, at most two hundred rows.',
  },
})
