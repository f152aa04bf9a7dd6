import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { GuardianRelation } from '#api/people/guardians/contract.ts'
import { day, id, instant, line, version } from '#api/wire.ts'

const externalId = z.string().trim().min(1).max(100)
const name = line.min(1).max(100)

/** Membership in one organisation, named by the portal's id or by the id of the sports IT system. */
const GivenMembership = z.union([z.object({ organizationId: id }), z.object({ organizationExternalId: externalId })])
export type GivenMembership = z.infer<typeof GivenMembership>

/** A person as another member system knows them. Fields that are left out or null stay as they are. */
export const GivenPerson = z.object({
  /** Id of the person in the other system. */
  externalId,
  firstName: name,
  lastName: name,
  birthDate: day,
  email: z.email().max(200).nullish(),
  phone: z
    .string()
    .trim()
    .regex(/^\+?[\d -]{6,20}$/, 'phone')
    .nullish(),
  /** Finds a person who is in the portal already; ten or twelve digits. It is not stored. */
  personalNumber: z.string().trim().max(13).nullish(),
  /** IdrottsID. Finds a person who is in the portal already. */
  externalPersonId: externalId.nullish(),
  /** All memberships that the other system knows; those that it has given before and leaves out end. */
  memberships: z.array(GivenMembership).max(50),
  /**
   * Adults whom the same account has given, as guardians of a child. A guardian of the child or the office confirms
   * them.
   */
  guardians: z
    .array(z.object({ externalId, relation: GuardianRelation.default('otherAdult') }))
    .max(4)
    .optional(),
  /** `lastChange` of an earlier reply; refused as `changed_meanwhile` when the person has changed since. */
  lastChange: version,
})
export type GivenPerson = z.infer<typeof GivenPerson>

/** Contact details that a person who has signed in keeps, whatever another system gives. */
const KeptField = z.enum(['email', 'phone'])
export type KeptField = z.infer<typeof KeptField>

export const SavedPerson = z.object({
  id,
  externalId,
  result: z.enum(['created', 'changed', 'unchanged']),
  /** Fields that were given and stay, because the person has signed in and keeps them. */
  kept: z.array(KeptField),
  lastChange: instant,
})
export type SavedPerson = z.infer<typeof SavedPerson>

// Not repeatable by a key: the account's own id of the person makes a repeated call change nothing.
export const integrationPeopleCalls = contract({
  'POST /User': {
    who: 'systems',
    integration: { permission: 'IntegrationWrite', resource: 'people', isNarrowed: true },
    body: GivenPerson,
    reply: SavedPerson,
    changes: ['people'],
    summary: 'Creates or updates a person of another member system by its own id. The same body again changes nothing.',
  },
})
