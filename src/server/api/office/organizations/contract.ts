import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { seasonReasons, seasonStates } from '#api/participation/licenses/season/rules.ts'
import { ReadinessItem } from '#api/participation/readiness/contract.ts'
import { Organization } from '#api/people/organizations/contract.ts'
import { day, id, instant, kronor, pageSchema, queryId, queryPage } from '#api/wire.ts'

const NamedOrganization = Organization.pick({ id: true, name: true, type: true })

/** An organisation as its office sees it. */
export const OrganizationOffice = Organization.extend({
  /** E-mail address that invoices are sent to, when it is another than `email`. */
  invoiceEmail: z.string().nullable(),
  /** Ancestors from the root of the tree, without the organisation itself. */
  above: z.array(NamedOrganization),
  /** The active organisations directly below it, by name. */
  children: z.array(NamedOrganization.extend({ memberCount: z.int() })),
  /** Number of people who are members of the organisation itself and whom the caller administers. */
  memberCount: z.int(),
  /** People whose role as administrator is limited to a branch that has the organisation. */
  administrators: z.array(
    z.object({
      id,
      name: z.string(),
      /** Null for a person whom the caller does not administer. */
      email: z.string().nullable(),
      phone: z.string().nullable(),
      /** Whether the caller administers the person. */
      administered: z.boolean(),
    }),
  ),
  /** Whether the portal has people's licences. */
  hasLicenses: z.boolean(),
})
export type OrganizationOffice = z.infer<typeof OrganizationOffice>

const SeasonState = z.enum(seasonStates)

const Standing = z.object({
  /** Null where the person has no licence at all. */
  licenseId: id.nullable(),
  licenseName: z.string().nullable(),
  reason: z.enum(seasonReasons),
  /** The day that the reason names. */
  on: day.nullable(),
})

/** A member with the reasons for their state, and what they lack. */
export const SeasonMember = z.object({
  userId: id,
  name: z.string(),
  birthDate: day.nullable(),
  /** Null while the portal has no licences. */
  state: SeasonState.nullable(),
  /** The licences that count by the rule of the season: all where everything is valid, else those that are not. */
  standings: z.array(
    Standing.extend({
      /** The unmet requirements of a licence that is not valid or is running out; groups before their members. */
      missing: z.array(ReadinessItem),
    }),
  ),
})
export type SeasonMember = z.infer<typeof SeasonMember>

export const HeldByMember = Standing.extend({ userId: id, userName: z.string(), state: SeasonState })
export type HeldByMember = z.infer<typeof HeldByMember>

/** A coming place of a member. */
export const MemberBooking = z.object({
  resultId: id,
  userId: id,
  userName: z.string(),
  /** Either this or `examId` is set. */
  occasionId: id.nullable(),
  examId: id.nullable(),
  educationId: id.nullable(),
  educationTitle: z.string().nullable(),
  educationPartId: id,
  title: z.string(),
  startDate: instant,
  endDate: instant,
  city: z.string(),
  /** Whether the sign-up waits for an approval. */
  pending: z.boolean(),
  /** The fee that the organisation is invoiced; null when somebody else pays or it is free. */
  invoicedFee: kronor.nullable(),
})
export type MemberBooking = z.infer<typeof MemberBooking>

/** An invoice to the organisation, without its rows. */
export const OrganizationInvoice = z.object({
  id,
  number: z.int(),
  title: z.string(),
  created: instant,
  undone: instant.nullable(),
  rowCount: z.int(),
  /** In kronor; negative for a credit invoice. */
  total: z.number(),
})
export type OrganizationInvoice = z.infer<typeof OrganizationInvoice>

/** The unmet requirements of each member are looked up, so a page has at most 50. */
const pageSize = z.string().transform(Number).pipe(z.int().min(1).max(50)).default(25)
const page = { page: queryPage, pageSize }
const counts = z.object({ unlicensed: z.int(), ready: z.int(), expiring: z.int(), lacking: z.int() })

export const organizationOffice = contract({
  'GET /Organization/:id/office': {
    who: 'usersOffice',
    reply: OrganizationOffice,
    summary: 'Returns an organisation that the caller administers, with contacts, administrators and what is below it.',
  },
  'GET /Organization/:id/members': {
    who: 'usersOffice',
    query: z.object({
      ...page,
      /** Words that begin a first or last name. */
      text: z.string().trim().max(100).default(''),
      state: SeasonState.optional(),
      /** Assesses this licence alone, instead of those that each member holds and has as goals. */
      licenseId: queryId.optional(),
    }),
    reply: pageSchema(SeasonMember).extend({
      /** Number of members by state, before the filter by state. */
      counts,
      /** The licences to choose from. */
      licenses: z.array(z.object({ id, name: z.string() })),
    }),
    summary: 'Lists the members of an organisation by name, with whether their licences are valid, and why not.',
  },
  'GET /Organization/:id/licenses': {
    who: 'usersOffice',
    feature: 'UserLicense',
    query: z.object({ ...page, state: SeasonState.optional() }),
    reply: pageSchema(HeldByMember).extend({ counts }),
    summary:
      'Lists the licences of the members that count this season, those that need something done first, then by their last day.',
  },
  'GET /Organization/:id/bookings': {
    who: 'usersOffice',
    query: z.object(page),
    reply: pageSchema(MemberBooking),
    summary: 'Lists the coming places of the members on occasions and exams, by start.',
  },
  'GET /Organization/:id/invoices': {
    who: 'usersOffice',
    query: z.object(page),
    /** `amount` is the sum, in kronor, of those that are not undone. */
    reply: pageSchema(OrganizationInvoice).extend({ amount: z.number(), undoneCount: z.int() }),
    summary: 'Lists the invoices to an organisation that the caller administers, the newest first, without their rows.',
  },
  'GET /Organization/:id/invoices/:invoiceId/file': {
    who: 'usersOffice',
    cache: 'never',
    summary:
      'Downloads an invoice to an organisation that the caller administers as Excel, with protected identities masked; the export is recorded. 404 for an invoice to another organisation.',
  },
})
