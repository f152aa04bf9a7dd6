import { type SQL, sql } from 'drizzle-orm'
import { type Actor, callerGroups, isAdministrator, isEducatorLevel, isSuperadministrator } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import type { IndexedSet, ListFilter } from '#api/people/reach/list-page.ts'
import { recordReadsOfList } from '#api/people/reach/reads/record-reads.ts'
import { toSeenUser, toUser } from '#api/people/reach/to-user.ts'
import { looksAfter, selectAdministeredPeople, toSight } from '#api/people/reach/within-reach.ts'
import { mayManageAccount } from '#api/people/users/access.ts'
import type { SeenUser, User } from '#api/people/users/contract.ts'
import { Refused } from '#api/refusals.ts'
import { hasState, toFilterConditions } from './conditions.ts'
import type { StateFilter, UserFilter, UserWithState } from './contract.ts'
import { type PlaceConditions, places } from './places.ts'
import { type ListedPerson, listUsers, type PeopleSelection } from './storage.ts'

const toWindow = ({ page = 1, pageSize = 50 }: UserFilter) => ({ page, pageSize })

/** Returns the order of a list. Only the office may see, and sort by, the last sign-in. */
const toOrder = ({ actor }: Ctx, { sort = 'name', descending = false }: UserFilter) => ({
  sort: callerGroups.usersOffice(actor) ? sort : ('name' as const),
  descending,
})

const itself = sql`users.id`

const everybody: ListFilter = { idSets: [], where: [] }
const onlyIn = (among: SQL | IndexedSet | null): ListFilter => (among ? { idSets: [among], where: [] } : everybody)

/**
 * Narrows to the people of an education or occasion. Without a filter of states, administrators also see other people.
 * Educators see only people with a state there: checking each person of the federation is slow, and the others have no
 * state to show.
 */
function peopleOfPlace(actor: Actor, { people, state }: PlaceConditions, { states = [] }: StateFilter): ListFilter {
  if (states.length > 0) return { idSets: [people], where: [hasState(state, states)] }
  return onlyIn(isAdministrator(actor) ? null : people)
}

/** Narrows to the people that belong to every set and match every condition. */
const combine = (...parts: ListFilter[]): ListFilter => ({
  idSets: parts.flatMap(({ idSets: among }) => among),
  where: parts.flatMap(({ where }) => where),
})

/** Narrows to the people that the actor looks after. For educators the condition is checked for each person. */
function peopleLookedAfter(actor: Actor): ListFilter {
  const administered = selectAdministeredPeople(actor)
  const isBranchAlone = administered === null || !('Educator' in actor.roles)
  return isBranchAlone ? onlyIn(administered) : { idSets: [], where: [looksAfter(actor, itself)] }
}

/** Excludes people with a protected identity, except for superadministrators. */
const unprotected = (actor: Actor): ListFilter =>
  isSuperadministrator(actor) ? everybody : { idSets: [], where: [sql`users.protected_at is null`] }

export type AnyFilter = UserFilter | (StateFilter & ({ educationId: number } | { occasionId: number }))

function findPlace(actor: Actor, filter: AnyFilter): PlaceConditions | null {
  if ('occasionId' in filter) return places.get().ofOccasion(actor, filter.occasionId)
  return 'educationId' in filter ? places.get().ofEducation(actor, filter.educationId) : null
}

/**
 * Returns the selection of people for a filter as SQL. They are those that the caller administers, or of an education
 * or occasion those that the caller also looks after. Every list, count and export uses it. Reads nothing.
 *
 * Leaves out erased and merged-away people, and protected identities except for superadministrators. Of an education
 * or occasion an educator gets the people with a state there, an administrator also others unless the filter names
 * states; whether the caller may list it is the condition `allowed`, which the caller of the query checks.
 *
 * @throws Refused('not_allowed') for an education or occasion when the caller is neither educator nor administrator.
 */
export function selectPeople({ actor }: Ctx, filter: AnyFilter): PeopleSelection {
  const place = findPlace(actor, filter)
  const withProtected = isSuperadministrator(actor)
  const options = { isByName: false, withProtected }
  if (!place)
    return combine(onlyIn(selectAdministeredPeople(actor)), unprotected(actor), toFilterConditions(filter, options))
  if (!isEducatorLevel(actor)) throw new Refused('not_allowed')
  const { allowed, state, completedAt } = place
  const filtered = toFilterConditions(filter, { isByName: !isAdministrator(actor), withProtected })
  const people = combine(peopleOfPlace(actor, place, filter), peopleLookedAfter(actor), unprotected(actor), filtered)
  return { ...people, allowed, progress: { state, completedAt } }
}

const listEditableIds = ({ actor }: Ctx, items: readonly ListedPerson[]): number[] =>
  items.filter(({ user }) => mayManageAccount(actor, user)).map(({ user }) => user.id)

async function loadPage(ctx: Ctx, filter: AnyFilter) {
  const window = toWindow(filter)
  const page = await listUsers(ctx.db, selectPeople(ctx, filter), toSight(ctx.actor), {
    ...window,
    ...toOrder(ctx, filter),
  })
  if (!page.allowed) throw new Refused('not_allowed')
  await recordReadsOfList(
    ctx,
    page.items.map(({ user }) => user),
  )
  return { ...page, window }
}

/** Returns the names of the organisations that roles are limited to, for people whose roles are in the reply. */
function roleOrganizationNames(
  items: readonly ListedPerson[],
  replies: readonly Pick<SeenUser, 'roles'>[],
): Record<string, string> {
  const withRoles = items.filter((_, at) => replies[at]?.roles)
  return Object.fromEntries(withRoles.flatMap(({ roleOrganizations }) => Object.entries(roleOrganizations)))
}

/**
 * Lists a page of the people that match a filter and that the caller administers, 50 by default, with the total and all
 * fields. Records the reads of minors and protected identities. The order is that of `sort`, by name by default. Empty
 * for a caller who administers nobody. `roleOrganizations` names the organisations that their roles are limited to, by
 * id.
 *
 * @throws Refused('not_allowed') when the caller may not list these people.
 */
export async function listFilteredUsers(ctx: Ctx, filter: UserFilter) {
  const { items, total, window } = await loadPage(ctx, filter)
  const people = items.map(({ user }): User => toUser(ctx, user))
  const editableIds = listEditableIds(ctx, items)
  return { items: people, roleOrganizations: roleOrganizationNames(items, people), editableIds, total, ...window }
}

/**
 * Lists a page of the people of an education or occasion that match a filter, with their states and the total. A page
 * has 50 unless `pageSize` says otherwise. They are by name; the office may choose the order by `sort`. Each has the
 * fields that the caller may see. Records the reads of minors and protected identities. For an administrator also
 * people without a state there, whose `state` is null, unless the filter names states.
 *
 * @throws Refused('not_allowed') when the caller may not list these people.
 */
export async function listUsersOfPlace(
  ctx: Ctx,
  filter: StateFilter & ({ educationId: number } | { occasionId: number }),
) {
  const { items, total, window } = await loadPage(ctx, filter)
  const people = items.map(
    ({ user, state, completedAt }): UserWithState => ({ ...toSeenUser(ctx, user), state, completedDate: completedAt }),
  )
  const editableIds = listEditableIds(ctx, items)
  return { items: people, roleOrganizations: roleOrganizationNames(items, people), editableIds, total, ...window }
}
