import { z } from 'zod'
import { Role } from '#api/actor.ts'
import { contract } from '#api/calls.ts'
import { SeenUser, User } from '#api/people/users/contract.ts'
import { id, instant, namesById, pageOf, queryFlag } from '#api/wire.ts'

/** What a list of people can be ordered by. */
export const userOrders = ['name', 'lastLogin'] as const

export const UserFilter = z.object({
  /** Words of the name, user name, e-mail, IdrottsID or organisation, the last one as far as it is typed. */
  searchString: z.string().trim().max(200).optional(),
  /** Members of these organisations and of those below them. */
  organizationIds: z.array(id).max(500).optional(),
  /** Holders of any of these roles. */
  roles: z.array(Role).max(10).optional(),
  isExternal: z.boolean().nullish(),
  inactive: z.boolean().nullish(),
  sort: z.enum(userOrders).optional(),
  descending: z.boolean().optional(),
  page: z.int().min(1).max(100_000).optional(),
  pageSize: z.int().min(1).max(200).optional(),
})
export type UserFilter = z.infer<typeof UserFilter>

/** Signed up 0, pending 1, completed 2, attended 3, canceled 4. */
export const ResultState = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)])
export type ResultState = z.infer<typeof ResultState>

/** `states`: only people whose results there are in one of these. */
const withStates = UserFilter.extend({ states: z.array(ResultState).max(5).optional() })
const EducationUserFilter = withStates.extend({ educationId: id })
const OccasionUserFilter = withStates.extend({ occasionId: id })
export type StateFilter = z.infer<typeof withStates>

/** A person with how far they have come; `state` is null for somebody who has nothing to do with it. */
export const UserWithState = SeenUser.extend({ state: ResultState.nullable(), completedDate: instant.nullable() })
export type UserWithState = z.infer<typeof UserWithState>

/** One of the lists, or the people chosen in it, some thousand at a time. */
export const UserExport = z.object({
  filter: z.union([OccasionUserFilter, EducationUserFilter, UserFilter]),
  /** Only these of them. */
  userIds: z.array(id).max(5000).nullish(),
  /** `next` of the answer before. */
  after: z.object({ nameKey: z.string().max(500), id }).nullish(),
})
export type UserExport = z.infer<typeof UserExport>

/** A page of people, with the names of the organisations that their roles are limited to. */
const peopleOf = <Item extends z.ZodType>(item: Item) => pageOf(item).extend({ roleOrganizations: namesById })

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
    integration: 'IntegrationRead',
    body: UserFilter,
    reply: peopleOf(User),
    summary: 'The people whom the caller answers for, by name; a read.',
  },
  'POST /User/filterededucation': {
    who: 'educatorsUp',
    body: EducationUserFilter,
    reply: peopleOf(UserWithState),
    summary:
      'The people within the caller’s reach, with how far they have come in an education of the caller’s; a read.',
  },
  'POST /User/filteredoccassion': {
    who: 'educatorsUp',
    body: OccasionUserFilter,
    reply: peopleOf(UserWithState),
    summary: 'The people within the caller’s reach, with what they have on an occasion of the caller’s; a read.',
  },
  'POST /User/export': {
    who: 'usersOffice',
    body: UserExport,
    reply: z.object({
      items: z.array(ExportedUser),
      /** Of all that will come; told with the first. */
      total: z.int().nullable(),
      next: z.object({ nameKey: z.string(), id }).nullable(),
    }),
    cache: 'never',
    summary: 'The people of a list by name, without pages: for a file. Who fetched what is on record.',
  },
  'POST /User/several': {
    who: 'staff',
    integration: 'IntegrationRead',
    query: z.object({ Organizations: queryFlag.default(false), PasswordExpirationDate: queryFlag.default(false) }),
    body: z.array(id).min(1).max(500),
    reply: z.array(SeenUser),
    summary:
      'People by id, each as the caller may see them; those who do not exist, or whom the caller may not know of, are left out. A read.',
  },
  'GET /User/exists/:x': {
    who: 'superadministrators',
    params: z.object({ x: z.string().trim().min(1).max(200) }),
    reply: z.boolean(),
    cache: 'never',
    summary: 'Whether somebody has this user name or e-mail address.',
  },
})
