import { z } from 'zod'
import { contract, sharedCache } from '#api/calls.ts'
import { id, pageSchema, queryId, queryList, queryPage, queryPageSize } from '#api/wire.ts'

/** Federation 0, District 1, Club 2. */
export const OrganizationType = z.union([z.literal(0), z.literal(1), z.literal(2)])

export const Address = z.object({
  addressLine1: z.string(),
  addressLine2: z.string().nullable(),
  postalNumber: z.string(),
  city: z.string(),
  country: z.string(),
})
export type Address = z.infer<typeof Address>

export const Organization = z.object({
  id,
  name: z.string(),
  shortName: z.string().nullable(),
  type: OrganizationType,
  parentId: id.nullable(),
  orgNr: z.string().nullable(),
  externalId: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  address: Address.nullable(),
  logoUrl: z.string().nullable(),
  isMain: z.boolean(),
  canBeInvoiced: z.boolean(),
  active: z.boolean(),
})
export type Organization = z.infer<typeof Organization>

/** The federation, for the page about personal data. */
export const MainOrganization = z.object({
  name: z.string(),
  orgNr: z.string(),
  address: Address,
  website: z.string().nullable(),
})
export type MainOrganization = z.infer<typeof MainOrganization>

/** Filters for organisations; without any, all are returned. */
const OrganizationQuery = z.object({
  /**
   * Words of the name, whole or in part. Returns the best 25, active ones first; when empty, the federation and then
   * districts.
   */
  text: z.string().trim().max(100).optional(),
  /** Only organisations with these ids. */
  ids: queryList(queryId).pipe(z.array(id).max(200)),
  /** Only these organisations and those below them. */
  within: queryList(queryId).pipe(z.array(id).max(200)),
})
export type OrganizationQuery = z.infer<typeof OrganizationQuery>

/** One page of the organisations directly below another, with the path down to it. */
export const Branch = pageSchema(Organization.extend({ childCount: z.int() })).extend({
  /** Ancestors from the root of the tree to the organisation itself. */
  above: z.array(Organization.pick({ id: true, name: true, type: true })),
})
export type Branch = z.infer<typeof Branch>

export const organizations = contract({
  'GET /Organization': {
    who: 'signedIn',
    query: OrganizationQuery,
    reply: z.array(Organization),
    cache: sharedCache(300, 'everyone', 'organizations'),
    summary: 'Lists the federation, its districts and their clubs, parents before children; or the requested ones.',
  },
  'GET /Organization/:id': {
    who: 'signedIn',
    reply: Organization,
    cache: sharedCache(300, 'everyone', 'organizations'),
  },
  'GET /Organization/branch': {
    who: 'signedIn',
    query: z.object({
      /** Absent: the root of the tree. */
      parentId: queryId.optional(),
      /** Searches all organisations for these words instead of listing those directly below. */
      text: z.string().trim().max(100).default(''),
      page: queryPage,
      pageSize: queryPageSize,
    }),
    reply: Branch,
    cache: sharedCache(300, 'everyone', 'organizations'),
    summary: 'Lists a page of the organisations directly below one, with the number below each.',
  },
  'GET /Organization/mainOrg': {
    who: 'anyone',
    reply: MainOrganization.nullable(),
    cache: sharedCache(300, 'everyone', 'organizations'),
    summary: 'Returns the organisation responsible for the portal; null before it is set up.',
  },
})
