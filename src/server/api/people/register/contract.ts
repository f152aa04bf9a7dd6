import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { instant } from '#api/wire.ts'
import { registerReasons, runReasons } from './rules.ts'

const count = z.int()

const RefusedRow = z.object({
  /** Number of the row in the register's answer. */
  position: z.int(),
  /** Id in the register; null when the row has none. */
  externalId: z.string().nullable(),
  /** Null for a row without a name, and for a protected identity. */
  name: z.string().nullable(),
  reason: z.enum(registerReasons),
})

/** The latest read of the register. */
export const RegisterRun = z.object({
  state: z.enum(['reading', 'applying', 'done', 'refused', 'failed']),
  /** Whether all rows were asked for, and not only those that have changed. */
  isFull: z.boolean(),
  started: instant,
  finished: instant.nullable(),
  reason: z.enum(runReasons).nullable(),
  read: count,
  new: count,
  changed: count,
  unchanged: count,
  refused: count,
  /** People from the register that a full read lacked; null for a read of changes. */
  missing: count.nullable(),
  /** New people under 18, who have no guardian in the portal yet. */
  minors: count,
  /** The first 200 refused rows. */
  refusedRows: z.array(RefusedRow),
})
export type RegisterRun = z.infer<typeof RegisterRun>

export const RegisterStatus = z.object({ isConnected: z.boolean(), run: RegisterRun.nullable() })
export type RegisterStatus = z.infer<typeof RegisterStatus>

export const register = contract({
  'GET /PeopleRegister': {
    who: 'superadministrators',
    reply: RegisterStatus,
    cache: 'never',
    summary: 'Returns whether a register of people is connected, and how its latest read went.',
  },
  'POST /PeopleRegister/sync': {
    who: 'superadministrators',
    reply: z.object({ jobId: z.string() }),
    repeatable: true,
    summary: 'Reads all people of the register now; a call while a read goes on returns the same job.',
  },
})
