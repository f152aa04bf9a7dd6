import { type SQL, sql } from 'drizzle-orm'
import { type Actor, isAdministrator, isEducatorLevel, isSuperadministrator, whoMay } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { protectedAmong, recordProtectedReads, recordReads } from '#api/people/reach/reads/record-reads.ts'
import { seenUser, wholeUser } from '#api/people/reach/seen-user.ts'
import { everybodyAnsweredFor, looksAfter, sightOf } from '#api/people/reach/within-reach.ts'
import type { SeenUser, User } from '#api/people/users/contract.ts'
import { Refused } from '#api/refusals.ts'
import type { Narrowing, Standing } from '#platform/chosen-page.ts'
import { inStates, matching } from './conditions.ts'
import type { StateFilter, UserFilter, UserWithState } from './contract.ts'
import { type Place, places } from './places.ts'
import { type Chosen, type Listed, listUsers } from './storage.ts'

const windowOf = ({ page = 1, pageSize = 50 }: UserFilter) => ({ page, pageSize })

/** When people last signed in is the office's to know, and so is their order by it. */
const orderOf = ({ actor }: Ctx, { sort = 'name', descending = false }: UserFilter) => ({
  sort: whoMay.usersOffice(actor) ? sort : ('name' as const),
  descending,
})

const itself = sql`users.id`

const nobodyLess: Narrowing = { among: [], where: [] }
const only = (among: SQL | Standing | null): Narrowing => (among ? { among: [among], where: [] } : nobodyLess)

/**
 * Outside the office, readers see the people with a state there. The rest of their learners have no state to show, and to
 * judge each person of the federation by all an educator teaches takes long.
 */
function peopleThere(actor: Actor, { people, state }: Place, { states = [] }: StateFilter): Narrowing {
  if (states.length > 0) return { among: [people], where: [inStates(state, states)] }
  return only(isAdministrator(actor) ? null : people)
}

/** Narrows to the people that belong to every set and fulfil every condition. */
const both = (...parts: Narrowing[]): Narrowing => ({
  among: parts.flatMap(({ among }) => among),
  where: parts.flatMap(({ where }) => where),
})

/** The people whom the actor looks after. Those that an educator teaches are judged one by one. */
function lookedAfter(actor: Actor): Narrowing {
  const answered = everybodyAnsweredFor(actor)
  const isBranchAlone = answered === null || !('Educator' in actor.roles)
  return isBranchAlone ? only(answered) : { among: [], where: [looksAfter(actor, itself)] }
}

/** People with protected identities are in the superadministrators’ lists alone. */
const unprotected = (actor: Actor): Narrowing =>
  isSuperadministrator(actor) ? nobodyLess : { among: [], where: [sql`users.protected_at is null`] }

export type AnyFilter = UserFilter | (StateFilter & ({ educationId: number } | { occasionId: number }))

function placeOf(actor: Actor, filter: AnyFilter): Place | null {
  if ('occasionId' in filter) return places.get().ofOccasion(actor, filter.occasionId)
  return 'educationId' in filter ? places.get().ofEducation(actor, filter.educationId) : null
}

/** Whom a filter means, of those whom the caller may see: every list, count and file is this. */
export function chosenBy({ actor }: Ctx, filter: AnyFilter): Chosen {
  const place = placeOf(actor, filter)
  const withProtected = isSuperadministrator(actor)
  const anyWord = { isByName: false, withProtected }
  if (!place) return both(only(everybodyAnsweredFor(actor)), unprotected(actor), matching(filter, anyWord))
  if (!isEducatorLevel(actor)) throw new Refused('not_allowed')
  const { allowed, state, completedAt } = place
  const narrowed = matching(filter, { isByName: !isAdministrator(actor), withProtected })
  const people = both(peopleThere(actor, place, filter), lookedAfter(actor), unprotected(actor), narrowed)
  return { ...people, allowed, progress: { state, completedAt } }
}

async function listed(ctx: Ctx, filter: AnyFilter) {
  const window = windowOf(filter)
  const found = await listUsers(ctx.db, chosenBy(ctx, filter), sightOf(ctx.actor), {
    ...window,
    ...orderOf(ctx, filter),
  })
  if (!found.allowed) throw new Refused('not_allowed')
  await recordReads(
    ctx,
    found.items.map(({ user }) => user),
  )
  await recordProtectedReads(ctx, protectedAmong(found.items.map(({ user }) => user)))
  return { ...found, window }
}

/** Names of the organisations in the roles that are answered; roles that the caller may not see name none. */
function namesIn(items: readonly Listed[], answered: readonly Pick<SeenUser, 'roles'>[]): Record<string, string> {
  const shown = items.filter((_, at) => answered[at]?.roles)
  return Object.fromEntries(shown.flatMap(({ roleOrganizations }) => Object.entries(roleOrganizations)))
}

export async function filteredUsers(ctx: Ctx, filter: UserFilter) {
  const { items, total, window } = await listed(ctx, filter)
  const wire = items.map(({ user }): User => wholeUser(ctx, user))
  return { items: wire, roleOrganizations: namesIn(items, wire), total, ...window }
}

export async function usersThere(ctx: Ctx, filter: StateFilter & ({ educationId: number } | { occasionId: number })) {
  const { items, total, window } = await listed(ctx, filter)
  const wire = items.map(
    ({ user, state, completedAt }): UserWithState => ({ ...seenUser(ctx, user), state, completedDate: completedAt }),
  )
  return { items: wire, roleOrganizations: namesIn(items, wire), total, ...window }
}
