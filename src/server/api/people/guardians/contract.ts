import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { id, namesById } from '#api/wire.ts'

const Named = z.object({ id, name: z.string(), pictureUrl: z.string().nullable() })

/** Kind of relation between an adult and a child. */
const guardianRelations = ['parent', 'legalGuardian', 'otherAdult'] as const
export const GuardianRelation = z.enum(guardianRelations)
export type GuardianRelation = z.infer<typeof GuardianRelation>

export const GuardianLink = z.object({
  id,
  adultUserId: id,
  childUserId: id,
  confirmed: z.boolean(),
  /** Null on links that are older than this field. */
  relation: GuardianRelation.nullable(),
  /** The child has agreed, which by itself gives no access. */
  childAgreed: z.boolean(),
  adult: Named,
  child: Named,
})
export type GuardianLink = z.infer<typeof GuardianLink>

const Pair = z.object({ adultUserId: id, childUserId: id })
export type Pair = z.infer<typeof Pair>

/** A child that the caller is guardian of. */
export const Child = Named.extend({ firstName: z.string() })
export type Child = z.infer<typeof Child>

/** A new link. Without a relation, the one with the fewest rights is stored. */
export const NewLink = Pair.extend({ relation: GuardianRelation.default('otherAdult') })
export type NewLink = z.infer<typeof NewLink>

/** A person who may become a guardian or a ward, with enough fields to distinguish people of the same name. */
export const Candidate = Named.extend({ birthYear: z.int().nullable(), organizations: namesById })
export type Candidate = z.infer<typeof Candidate>

export const CandidateSearch = z.object({
  /** At least three letters of the name. */
  searchString: z.string().trim().min(3).max(200),
  as: z.enum(['guardian', 'ward']),
})
export type CandidateSearch = z.infer<typeof CandidateSearch>

export const guardians = contract({
  'GET /Children': {
    who: 'signedIn',
    reply: z.array(Child),
    cache: 'never',
    summary: 'The children that the caller is a confirmed guardian of.',
  },
  'GET /User/:id/guardian': {
    who: 'signedIn',
    reply: z.array(GuardianLink),
    summary: 'Lists the guardians of a person, and the people whose guardian the person is.',
  },
  'POST /User/:id/guardian': {
    who: 'signedIn',
    body: NewLink,
    reply: GuardianLink,
    summary:
      'Links a guardian to a child. A link by the adult or the child gives no access until it is confirmed, and an adult gets the same response for every child.',
  },
  'PUT /User/:id/guardian': {
    who: 'signedIn',
    body: Pair,
    reply: GuardianLink,
    summary:
      'Confirms a link, as a confirmed guardian or an administrator of the child; from the child it records consent.',
  },
  'DELETE /User/:id/guardian/:guardianId': {
    who: 'signedIn',
    reply: z.void(),
    summary: 'Removes the link between a child and the guardian.',
  },
  'POST /User/:id/guardian/candidates': {
    who: 'signedIn',
    body: CandidateSearch,
    reply: z.array(Candidate).max(10),
    summary:
      'Lists adults whom a child may name as guardian, for the child and its guardians; children for administrators. Changes nothing.',
  },
})
