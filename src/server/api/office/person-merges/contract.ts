import { z } from 'zod'
import { contract, personNameTags } from '#api/calls.ts'
import { PersonRecord } from '#api/people/duplicates/contract.ts'
import { id, instant, pageSchema, queryId, queryPage, queryPageSize } from '#api/wire.ts'
import { chosenFields, collisionSettlements, type MergeState, mergeRefusals, mergeStates } from './rules.ts'

const CountedTable = z.object({ table: z.string(), count: z.int() })
const Choice = z.enum(['from', 'into'])

/** Effects of a merge that is not made yet. */
const MergePreview = z.object({
  from: PersonRecord,
  into: PersonRecord,
  /** The person who should stay. */
  suggestedId: id,
  /** Fields in which the two differ, with the value that is suggested. */
  fields: z.array(
    z.object({
      field: z.enum(chosenFields),
      from: z.string().nullable(),
      into: z.string().nullable(),
      suggested: Choice,
    }),
  ),
  /** Rows that move, and rows that collide, by table. */
  moved: z.array(CountedTable),
  collisions: z.array(CountedTable.extend({ settled: z.enum(collisionSettlements) })),
  /** Every reason that prevents the merge now. */
  refusals: z.array(z.enum(mergeRefusals)),
})
export type MergePreview = z.infer<typeof MergePreview>

const Person = z.object({ id, name: z.string() })

const PersonMerge = z.object({
  id,
  from: Person,
  into: Person,
  state: z.literal(Object.values(mergeStates) as [MergeState, ...MergeState[]]),
  mergedBy: Person,
  merged: instant,
  undoneBy: Person.nullable(),
  undone: instant.nullable(),
  canUndo: z.boolean(),
  /** Last moment of an undo. */
  undoUntil: instant,
  moved: z.array(CountedTable),
  stayed: z.array(CountedTable),
  /** Rows that an undo left, because they had changed since. */
  kept: z.array(CountedTable),
})
export type PersonMerge = z.infer<typeof PersonMerge>

export const personMerges = contract({
  'GET /PersonMerges/preview': {
    who: 'superadministrators',
    query: z.object({ fromUserId: queryId, intoUserId: queryId }),
    reply: MergePreview,
    cache: 'never',
    summary: 'Returns what merging one person into another would move, what collides, and what prevents it.',
  },
  'GET /PersonMerges': {
    who: 'superadministrators',
    query: z.object({ page: queryPage, pageSize: queryPageSize }),
    reply: pageSchema(PersonMerge),
    cache: 'never',
    summary: 'Lists merges, the latest first.',
  },
  'GET /PersonMerges/:id': {
    who: 'superadministrators',
    reply: PersonMerge,
    cache: 'never',
    summary: 'Returns a merge with what moved, what stayed and what an undo left.',
  },
  'POST /PersonMerges': {
    who: 'superadministrators',
    body: z.object({
      fromUserId: id,
      intoUserId: id,
      choices: z.partialRecord(z.enum(chosenFields), Choice).default({}),
    }),
    reply: PersonMerge,
    changes: personNameTags,
    recentProof: true,
    repeatable: true,
    summary: 'Merges a person into another in one transaction; the merged-away account is closed.',
  },
  'POST /PersonMerges/:id/undo': {
    who: 'superadministrators',
    reply: PersonMerge,
    changes: personNameTags,
    recentProof: true,
    repeatable: true,
    summary: 'Undoes a merge within 30 days; rows that have changed since stay where they are.',
  },
})
