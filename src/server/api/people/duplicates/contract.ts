import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { day, id, instant, noContent, queryId, queryPageSize } from '#api/wire.ts'
import { duplicateReasons } from './rules.ts'

/** A person as the office recognises them in a pair. */
export const PersonRecord = z.object({
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

export const duplicates = contract({
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
})
