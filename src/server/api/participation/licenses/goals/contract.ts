import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { Readiness } from '#api/participation/readiness/contract.ts'
import { day, id, instant, noContent } from '#api/wire.ts'

export const LicenseGoal = z.object({
  id,
  userId: id,
  licenseId: id,
  licenseName: z.string(),
  /** Whether the licence is in use. */
  active: z.boolean(),
  created: instant,
  requirementsMet: z.int(),
  requirementsTotal: z.int(),
  /** The person holds the licence today. */
  achieved: z.boolean(),
  readiness: Readiness,
})
export type LicenseGoal = z.infer<typeof LicenseGoal>

/** Education 0, License 1, OtherRequirement 2, Age 3. */
const RequirementKind = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])

const QualificationItem = z.object({
  kind: RequirementKind,
  referenceId: id.nullable(),
  name: z.string(),
  met: z.boolean(),
  metDate: day.nullable(),
  validTo: day.nullable(),
})

export const LicenseQualification = z.object({
  /** Id of the licence, as `licenseId`. */
  id,
  userId: id,
  licenseId: id,
  licenseName: z.string(),
  qualified: z.boolean(),
  requirementsMet: z.int(),
  requirementsTotal: z.int(),
  /** The person holds the licence today. */
  achieved: z.boolean(),
  /** Aim of the requirements: a first licence, or the renewal of one, also of one that is no longer valid. */
  aim: z.enum(['first', 'renewal']),
  /** Day on which the last requirement was met. */
  qualifiedDate: day.nullable(),
  requirements: z.array(QualificationItem),
  /** The requirements as a tree, with the next step. */
  readiness: Readiness,
})
export type LicenseQualification = z.infer<typeof LicenseQualification>

export const licenseGoals = contract({
  'GET /user/:id/LicenseGoals': {
    who: 'signedIn',
    feature: 'License',
    whilePasswordExpired: true,
    reply: z.array(LicenseGoal),
    summary: 'Lists the licences that a person aims for, with the progress and next step of each.',
  },
  'POST /Licenses/LicenseGoals': {
    who: 'signedIn',
    feature: 'License',
    body: z.object({ userId: id, licenseId: id }),
    reply: LicenseGoal,
    repeatable: true,
    summary: 'Adds a licence to the caller’s goals; an existing goal is returned.',
  },
  'DELETE /user/:id/LicenseGoals/:goalId': {
    who: 'signedIn',
    feature: 'License',
    reply: noContent,
    summary: 'Removes a goal: one’s own, or as an administrator who is responsible for the person.',
  },
  'GET /user/:id/LicenseQualifications': {
    who: 'signedIn',
    feature: 'License',
    reply: z.array(LicenseQualification),
    summary: 'Lists for every licence which requirements the person meets and lacks.',
  },
})
