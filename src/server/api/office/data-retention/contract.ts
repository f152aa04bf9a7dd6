import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { grounds, handlings, purposes } from './rules.ts'

/** A table of the data map. `kept` is its retention period, in codes that have screen texts. */
export const MappedTable = z.object({
  name: z.string(),
  purpose: z.enum(purposes),
  ground: z.enum(grounds),
  kept: z.object({
    kind: z.enum(['asLongAsUsed', 'account', 'accounting', 'months', 'days']),
    count: z.int(),
    job: z.string().nullable(),
  }),
  /** Whether rows are about a person, so that an export contains them. */
  isAboutPeople: z.boolean(),
  columns: z.array(z.object({ name: z.string(), handling: z.enum(handlings) })),
})
export type MappedTable = z.infer<typeof MappedTable>

const DataMap = z.object({
  /** Months without membership, sign-in and activity until a person is de-identified. */
  anonymiseMonths: z.int(),
  areas: z.array(z.object({ name: z.string(), tables: z.array(MappedTable) })),
})

export const dataRetention = contract({
  'GET /DataMap': {
    who: 'administratorsUp',
    reply: DataMap,
    cache: 'never',
    summary:
      'Lists every table and column of the database with purpose, legal ground, time limit and effect of an erasure.',
  },
})
