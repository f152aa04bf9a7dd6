import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { tableFileKinds } from '#api/foundation/files/rules.ts'
import { Readiness } from '#api/participation/readiness/contract.ts'
import { bodyOrder, day, id, instant, pageSchema, queryId, queryList } from '#api/wire.ts'
import { stages } from '../cycles/rules.ts'
import { bases } from '../issuing/rules.ts'
import { creditUnits } from '../renewal/rules.ts'
import { holderOrders } from './rules.ts'

/** Active 0, Expired 1, Revoked 2. */
const UserLicenseStatus = z.union([z.literal(0), z.literal(1), z.literal(2)])

/** One cycle of a licence that a person holds or has held. */
export const UserLicense = z.object({
  id,
  userId: id,
  licenseId: id,
  licenseName: z.string(),
  /** Counts from 1; each renewal is a row of its own. */
  cycleNumber: z.int(),
  basis: z.enum(bases),
  issued: instant,
  validFrom: day,
  validTo: day.nullable(),
  /** Last days of the three periods after `validTo`: valid, renewable with the old dates, renewable with new dates. */
  graceTo: day.nullable(),
  lateTo: day.nullable(),
  dormantTo: day.nullable(),
  status: UserLicenseStatus,
  stage: z.enum(stages),
  /** Null when the portal issued it automatically. */
  issuedByUserId: id.nullable(),
  note: z.string().nullable(),
  revokedOn: day.nullable(),
  revokedReason: z.string().nullable(),
})
export type UserLicense = z.infer<typeof UserLicense>

export const FoundLicense = UserLicense.extend({ userName: z.string() })
export type FoundLicense = z.infer<typeof FoundLicense>

const reason = z.string().trim().min(3).max(500)

const CountedCredit = z.object({ name: z.string(), category: z.string(), on: day, amount: z.number() })

export const LicenseRenewal = z.object({
  licenseId: id,
  /** First day on which it can be renewed; null: never. */
  opensOn: day.nullable(),
  open: z.boolean(),
  mayRenew: z.boolean(),
  readiness: Readiness,
  /** The credits that count, latest first. */
  credits: z.array(CountedCredit),
  /** The unit of the amounts. */
  unit: z.enum(creditUnits),
})
export type LicenseRenewal = z.infer<typeof LicenseRenewal>

export const heldLicenses = contract({
  'GET /user/:id/Licenses': {
    who: 'signedIn',
    feature: 'UserLicense',
    integration: { permission: 'IntegrationRead', resource: 'licenses', isNarrowed: true },
    reply: z.array(UserLicense),
    summary: 'Lists all cycles of all licences of a person, including ended ones, latest first.',
  },
  'GET /user/:id/ActiveUserLicenses': {
    who: 'signedIn',
    feature: 'UserLicense',
    integration: { permission: 'IntegrationRead', resource: 'licenses', isNarrowed: true },
    reply: z.array(UserLicense),
    summary: 'Lists the licences that are valid for a person today.',
  },
  'GET /user/:id/LicenseRenewals': {
    who: 'signedIn',
    feature: 'UserLicense',
    reply: z.array(LicenseRenewal),
    summary: 'Lists the renewal requirements of each licence that a person holds or can reactivate, with what is met.',
  },
  'POST /user/:id/Licenses': {
    who: 'superadministrators',
    feature: 'UserLicense',
    body: z.object({ licenseId: id, reason }),
    reply: UserLicense,
    repeatable: true,
    summary: 'Issues a licence manually with a reason, even when requirements are missing.',
  },
  'POST /user/:id/Licenses/:licenseId/renew': {
    who: 'signedIn',
    feature: 'UserLicense',
    /** `cycleId`: the cycle that the caller saw as the latest. Nothing is renewed when it has been followed since. */
    body: z.object({ reason: reason.nullish(), cycleId: id.optional() }),
    reply: UserLicense,
    repeatable: true,
    summary:
      'Renews a licence: the holder when all requirements are met, a superadministrator with a reason also when not.',
  },
  'POST /user/:id/Licenses/:licenseId/revoke': {
    who: 'superadministrators',
    feature: 'UserLicense',
    body: z.object({ reason }),
    reply: UserLicense,
    repeatable: true,
    summary: 'Revokes a licence from today, with a reason that is sent to the holder.',
  },
  'POST /Licenses/Search': {
    who: 'superadministrators',
    feature: 'License',
    body: z.object({
      searchString: z.string().trim().max(100).default(''),
      licenseIds: z.array(id).max(100).default([]),
      organizationIds: z.array(id).max(100).default([]),
      /** Only licences that are valid on that day. */
      validOn: day.nullish(),
      /** First and last day on which the licence may end. */
      endsFrom: day.nullish(),
      endsTo: day.nullish(),
      /** The stages of today; empty for all. */
      stages: z.array(z.enum(stages)).max(stages.length).default([]),
      ...bodyOrder(holderOrders),
      page: z.int().min(1).default(1),
      pageSize: z.int().min(1).max(200).default(50),
    }),
    reply: pageSchema(FoundLicense),
    summary:
      'Searches issued licences by holder, licence, organisation, end, stage and day. Each with its latest cycle, or the cycle of that day.',
  },
  'GET /Licenses/Search/export': {
    who: 'superadministrators',
    feature: 'License',
    cache: 'never',
    query: z.object({
      searchString: z.string().trim().max(100).default(''),
      licenseIds: queryList(queryId).pipe(z.array(id).max(100)),
      organizationIds: queryList(queryId).pipe(z.array(id).max(100)),
      validOn: day.optional(),
      endsFrom: day.optional(),
      endsTo: day.optional(),
      stages: queryList(z.enum(stages)),
      kind: z.enum(tableFileKinds),
    }),
    summary:
      'Exports the licences that a search selects as Excel or CSV, by holder, at most 20,000 rows; the export is recorded.',
  },
  'GET /user/:id/readiness/license/:licenseId': {
    who: 'signedIn',
    feature: 'License',
    reply: Readiness,
    summary: 'Returns what the person lacks for a licence or its renewal, and the next steps.',
  },
})
