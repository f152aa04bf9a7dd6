import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { day, id, instant, noContent, pageSchema, queryId, queryPage, queryPageSize } from '#api/wire.ts'
import {
  chosenFields,
  duplicateReasons,
  type MergeState,
  mergeRefusals,
  mergeStates,
} from './rules.ts'

/** A person as the office recognises them in a pair. */
const PersonRecord = z.object({
  id,
  name: z.string(),
  userName: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  birthDate: day.nullable(),
  registerId: z.string().nullable(),
  organizations: z.array(z.string()),
  lastLogin: instant.nullable(),
  inactive: z.boolean(),
  created: instant,
})
export type PersonRecord = z.infer<typeof PersonRecord>

const DuplicatePair = z.object({
  people: z.tuple([PersonRecord, PersonRecord]),
  reasons: z.array(z.enum(duplicateReasons)),
})
export type DuplicatePair = z.infer<typeof DuplicatePair>

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
    z.object({ field: z.enum(chosenFields), from: z.string().nullable(), into: z.string().nullable(), suggested: Choice }),
  ),
  /** Rows that move, and rows that collide, by table. */
  moved: z.array(CountedTable),
  collisions: z.array(CountedTable.extend({ settled: z.enum(['canceled', 'otherStays', 'ownStays']) })),
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
  'GET /DuplicatePeople': {
    who: 'superadministrators',
    query: z.object({
      afterId: queryId.optional(),
      afterOtherId: queryId.optional(),
      pageSize: queryPageSize,
    }),
    reply: z.object({ items: z.array(DuplicatePair), next: z.object({ id, otherId: id }).nullable() }),
    cache: 'never',
    summary: 'Lists pairs of records that are probably one person, with the reasons; never protected identities.',
  },
  'POST /DuplicatePeople/distinct': {
    who: 'superadministrators',
    body: z.object({ userId: id, otherUserId: id }),
    reply: noContent,
    repeatable: true,
    summary: 'Marks two records as two people; the pair is not listed again.',
  },
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
    body: z.object({ fromUserId: id, intoUserId: id, choices: z.partialRecord(z.enum(chosenFields), Choice).default({}) }),
    reply: PersonMerge,
    changes: ['users'],
    recentProof: true,
    repeatable: true,
    summary: 'Merges a person into another in one transaction; the merged-away account is closed.',
  },
  'POST /PersonMerges/:id/undo': {
    who: 'superadministrators',
    reply: PersonMerge,
    changes: ['users'],
    recentProof: true,
    repeatable: true,
    summary: 'Undoes a merge within 30 days; rows that have changed since stay where they are.',
  },
})
