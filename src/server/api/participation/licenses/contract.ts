import { z } from 'zod'
import { contract, sharedCache } from '#api/calls.ts'
import { id, instant, line, namesById, noContent, version } from '#api/wire.ts'
import { creditUnits, renewalWays } from './renewal/rules.ts'

/** Months 0, EndOfYear 1, HalfYearShift 2. */
const ValidToRule = z.union([z.literal(0), z.literal(1), z.literal(2)])

const ids = z.array(id).max(50)
const months = z.int().min(0).max(600)
const amount = z.number().min(0).max(10_000).multipleOf(0.01)

/** Alternatives of which `need` are enough. */
const RequirementGroup = z.object({
  need: z.int().min(1).max(50),
  educationIds: ids,
  licenseIds: ids,
  otherRequirementIds: ids,
})

const CreditCategory = z.object({
  name: line.min(1).max(100),
  minimum: amount,
  /** Highest amount that counts; null for no limit. */
  cap: amount.nullable(),
  /** Educations that give credit in the category: their hours, or one activity each. */
  educationIds: ids,
})

/** The renewal of a licence. The periods follow each other after its last valid day. */
export const Renewal = z.object({
  by: z.enum(renewalWays),
  automatic: z.boolean(),
  opensMonths: months,
  graceDays: z.int().min(0).max(3660),
  lateMonths: months,
  dormantMonths: months,
  unit: z.enum(creditUnits),
  total: amount,
  categories: z.array(CreditCategory).max(20),
  educationIds: ids,
})
export type Renewal = z.infer<typeof Renewal>

const licenseFields = {
  name: line.min(1).max(200),
  code: line.max(30).nullable(),
  description: z.string().max(20_000).nullable(),
  educationCategoryId: id.nullable(),
  active: z.boolean(),
  autoIssue: z.boolean(),
  minAge: z.int().min(1).max(120).nullable(),
  /** Null for a licence that never expires. */
  validityMonths: z.int().min(1).max(600).nullable(),
  validToRule: ValidToRule,
  requiredEducationIds: ids,
  requiredLicenseIds: ids,
  otherRequirementIds: ids,
  groups: z.array(RequirementGroup).max(20),
  renewal: Renewal,
  order: z.int().min(0).max(10_000),
}

export const License = z.object({
  id,
  ...licenseFields,
  /** The titles of the educations that the licence refers to, by id. */
  educationTitles: namesById,
  lastChange: instant,
})
export type License = z.infer<typeof License>

export const LicenseInput = z.object({
  id: id.nullish(),
  ...licenseFields,
  /** The version that was edited (optimistic locking). */
  lastChange: version,
})
export type LicenseInput = z.infer<typeof LicenseInput>

const changes = ['licenses'] as const

export const licenses = contract({
  'GET /Licenses': {
    who: 'signedIn',
    feature: 'License',
    reply: z.array(License),
    cache: sharedCache(60, 'members', 'licenses', 'educations'),
    summary: 'Lists the licences that can be chosen as a goal; for superadministrators also inactive ones.',
  },
  'GET /Licenses/:id': {
    who: 'signedIn',
    feature: 'License',
    reply: License,
    cache: sharedCache(60, 'members', 'licenses', 'educations'),
    summary: 'Returns a licence with its requirements and the rules of its renewal.',
  },
  'POST /Licenses': {
    who: 'superadministrators',
    feature: 'License',
    body: LicenseInput,
    reply: License,
    changes,
    repeatable: true,
    summary: 'Creates a licence.',
  },
  'PUT /Licenses': {
    who: 'superadministrators',
    feature: 'License',
    body: LicenseInput.extend({ id }),
    reply: License,
    changes,
    summary: 'Changes a licence; issued licences keep their dates.',
  },
  'DELETE /Licenses/:id': {
    who: 'superadministrators',
    feature: 'License',
    reply: noContent,
    changes,
    summary: 'Deletes a licence that has never been issued; use `active` to retire others.',
  },
  'GET /Educations/:id/Licenses': {
    who: 'signedIn',
    feature: 'License',
    reply: z.array(License),
    cache: sharedCache(60, 'members', 'licenses', 'educations'),
    summary: 'Lists the licences that require the education, are renewed by it, or count it.',
  },
})
