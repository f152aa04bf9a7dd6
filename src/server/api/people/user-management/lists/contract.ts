import { z } from 'zod'
import { Role } from '#api/actor.ts'
import { contract } from '#api/calls.ts'
import { tableFileKinds } from '#api/foundation/files/rules.ts'
import { SeenUser, User } from '#api/people/users/contract.ts'
import { id, instant, namesById, pageSchema, queryFlag } from '#api/wire.ts'
import { maxMatchingUsers } from './rules.ts'

/** Columns that a list of people can be sorted by. */
export const userOrders = ['name', 'lastLogin'] as const

export const UserFilter = z.object({
  /** Words of the name, user name, e-mail, IdrottsID or organisation; the last word may be incomplete. */
  searchString: z.string().trim().max(200).optional(),
  /** Members of these organisations and of those below them. */
  organizationIds: z.array(id).max(500).optional(),
  /** People with any of these roles. */
  roles: z.array(Role).max(10).optional(),
  isExternal: z.boolean().nullish(),
  inactive: z.boolean().nullish(),
  sort: z.enum(userOrders).optional(),
  descending: z.boolean().optional(),
  page: z.int().min(1).max(100_000).optional(),
  pageSize: z.int().min(1).max(200).optional(),
})
export type UserFilter = z.infer<typeof UserFilter>

/** Signed up 0, pending 1, completed 2, attended 3, cancelled 4. */
export const ResultState = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)])
export type ResultState = z.infer<typeof ResultState>

/** `states`: only people whose state in the education or occasion is one of these. */
const withStates = UserFilter.extend({ states: z.array(ResultState).max(5).optional() })
const EducationUserFilter = withStates.extend({ educationId: id })
const OccasionUserFilter = withStates.extend({ occasionId: id })
export type StateFilter = z.infer<typeof withStates>

/** A person with their state; `state` is null for a person without a result there. */
export const UserWithState = SeenUser.extend({ state: ResultState.nullable(), completedDate: instant.nullable() })
export type UserWithState = z.infer<typeof UserWithState>

/**
 * Filter of the list of users, or of the people of an occasion or education. The first takes no other fields, since a
 * place that is no id would otherwise select everybody.
 */
const AnyUserFilter = z.union([OccasionUserFilter, EducationUserFilter, z.strictObject(UserFilter.shape)])

/** All people whom a filter of the list selects. */
export const MatchingUsers = z.object({
  filter: AnyUserFilter,
  /** Number of people that the caller saw the filter select. */
  expectedCount: z.int().min(1).max(maxMatchingUsers),
})
export type MatchingUsers = z.infer<typeof MatchingUsers>

/** Export of a list, or of people selected in it, in pages of 2,000. */
export const UserExport = z.object({
  filter: AnyUserFilter,
  /** Only these people of the list. */
  userIds: z.array(id).max(5000).nullish(),
  /** `next` of the previous reply. */
  after: z.object({ nameKey: z.string().max(500), id }).nullish(),
})
export type UserExport = z.infer<typeof UserExport>

/**
 * A page of people, with the names of the organisations that their roles are limited to. `editableIds` are those whose
 * account the caller may change.
 */
const peoplePage = <Item extends z.ZodType>(item: Item) =>
  pageSchema(item).extend({ roleOrganizations: namesById, editableIds: z.array(id) })

const ExportedUser = User.omit({
  pictureUrl: true,
  passwordExpiryDate: true,
  language: true,
  lastChange: true,
}).extend({
  state: ResultState.nullable(),
})
export type ExportedUser = z.infer<typeof ExportedUser>

export const userLists = contract({
  'POST /User/filtered': {
    who: 'usersOffice',
    integration: { permission: 'IntegrationRead', resource: 'people', isNarrowed: true },
    body: UserFilter,
    reply: peoplePage(User),
    summary: 'Lists the people whom the caller is responsible for, by name. Changes nothing.',
  },
  'POST /User/filterededucation': {
    who: 'educatorsUp',
    body: EducationUserFilter,
    reply: peoplePage(UserWithState),
    summary:
      'Lists the people within the caller’s reach, with their progress in an education of the caller’s. Changes nothing.',
  },
  'POST /User/filterededucation/export': {
    who: 'educatorsUp',
    cache: 'never',
    body: EducationUserFilter.omit({ page: true, pageSize: true, sort: true, descending: true }).extend({
      kind: z.enum(tableFileKinds),
    }),
    summary:
      'Exports the people that a filter selects as Excel or CSV, by name, with their progress in an education of the caller’s, at most 20,000 rows; the export is recorded.',
  },
  'POST /User/filteredoccassion': {
    who: 'educatorsUp',
    body: OccasionUserFilter,
    reply: peoplePage(UserWithState),
    summary:
      'Lists the people within the caller’s reach, with their results on an occasion of the caller’s. Changes nothing.',
  },
  'POST /User/export': {
    who: 'usersOffice',
    body: UserExport,
    reply: z.object({
      items: z.array(ExportedUser),
      /** Number of people in the whole export; null except in the first reply. */
      total: z.int().nullable(),
      next: z.object({ nameKey: z.string(), id }).nullable(),
    }),
    cache: 'never',
    summary: 'Lists all people of a list by name, without pages, for a file; the export is recorded.',
  },
  'POST /User/several': {
    who: 'staff',
    integration: { permission: 'IntegrationRead', resource: 'people', isNarrowed: true },
    query: z.object({ Organizations: queryFlag.default(false), PasswordExpirationDate: queryFlag.default(false) }),
    body: z.array(id).min(1).max(500),
    reply: z.array(SeenUser),
    summary:
      'Returns people by id, each limited to what the caller may see; unknown ids and people hidden from the caller are left out. People outside the caller’s reach are recorded, and limited to 60 an hour. Changes nothing.',
  },
  'GET /User/exists/:x': {
    who: 'superadministrators',
    params: z.object({ x: z.string().trim().min(1).max(200) }),
    reply: z.boolean(),
    cache: 'never',
    summary: 'Returns whether anyone has this user name or e-mail address.',
  },
})
