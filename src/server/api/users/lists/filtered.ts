import { type SQL, sql } from 'drizzle-orm'
import { type Actor, isAdministrator } from '../../actor.ts'
import type { Ctx } from '../../context.ts'
import { answersForEducation } from '../../educations/visible-to.ts'
import { Refused } from '../../refusals.ts'
import type { User } from '../contract.ts'
import { wholeUser } from '../seen-user.ts'
import { answersFor, looksAfter, sightOf } from '../within-reach.ts'
import {
  completedInEducation,
  completedOnOccasion,
  inStates,
  matching,
  peopleOfEducation,
  peopleOfOccasion,
  stateInEducation,
  stateOnOccasion,
} from './conditions.ts'
import type { StateFilter, UserFilter, UserWithState } from './contract.ts'
import { listUsers } from './storage.ts'

const windowOf = ({ page = 1, pageSize = 50 }: UserFilter) => ({ page, pageSize })

const itself = sql`users.id`

export async function filteredUsers(ctx: Ctx, filter: UserFilter) {
  const where = sql`${matching(filter)} and ${answersFor(ctx.actor, itself)}`
  const window = windowOf(filter)
  const { items, total } = await listUsers(ctx.db, where, sightOf(ctx.actor), window)
  return { items: items.map(({ user }): User => wholeUser(ctx, user)), total, ...window }
}

interface Place {
  /** The caller may ask about it. */
  allowed: SQL
  /** The ids of everybody with a state there. */
  people: SQL
  state: SQL
  completedAt: SQL
}

async function usersThere(ctx: Ctx, filter: StateFilter, { allowed, people, ...progress }: Place) {
  const where = sql`${matching(filter)} and ${looksAfter(ctx.actor, itself)}
    and ${inStates(people, progress.state, filter.states ?? [])}`
  const window = windowOf(filter)
  const found = await listUsers(ctx.db, where, sightOf(ctx.actor), window, { allowed, progress })
  if (!found.allowed) throw new Refused('not_allowed')
  const items = found.items.map(
    ({ user, state, completedAt }): UserWithState => ({ ...wholeUser(ctx, user), state, completedDate: completedAt }),
  )
  return { items, total: found.total, ...window }
}

export const usersOfEducation = (ctx: Ctx, { educationId, ...filter }: StateFilter & { educationId: number }) =>
  usersThere(ctx, filter, {
    allowed: sql`exists (select 1 from educations where educations.id = ${educationId} and ${answersForEducation(ctx.actor)})`,
    people: peopleOfEducation(educationId),
    state: stateInEducation(educationId),
    completedAt: completedInEducation(educationId),
  })

const answersForOccasion = (actor: Actor, occasionId: number): SQL => sql`exists (
  select 1 from occasions where occasions.id = ${occasionId} and (${isAdministrator(actor) ? sql`true` : sql`false`}
    or exists (select 1 from occasion_responsibles r where r.occasion_id = occasions.id and r.user_id = ${actor.id})
    or exists (
      select 1 from education_to_part ep join educations on educations.id = ep.education_id
      where ep.education_part_id = occasions.education_part_id
        and (occasions.education_id is null or occasions.education_id = educations.id) and ${answersForEducation(actor)}
    ))
)`

export const usersOfOccasion = (ctx: Ctx, { occasionId, ...filter }: StateFilter & { occasionId: number }) =>
  usersThere(ctx, filter, {
    allowed: answersForOccasion(ctx.actor, occasionId),
    people: peopleOfOccasion(occasionId),
    state: stateOnOccasion(occasionId),
    completedAt: completedOnOccasion(occasionId),
  })
