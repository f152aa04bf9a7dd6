import type { HeldRoles } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { protectedAmong, recordProtectedReads } from '#api/people/reach/reads/record-reads.ts'
import { sightOf } from '#api/people/reach/within-reach.ts'
import { mustExist, ownBranch, type RoleChange, refusalOf, rolesAfter } from '#api/people/roles/change-roles.ts'
import { differing, givenRole, reaching, takenRole } from '#api/people/roles/rules.ts'
import { writeRoleOfSeveral } from '#api/people/roles/several-storage.ts'
import type { FoundUser } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { Constraint } from '#platform/database.ts'
import { listSeveral } from '../lists/storage.ts'
import type { Judged, RolesOfSeveral } from './contract.ts'

interface Plan {
  person: FoundUser
  after: HeldRoles
  changes: boolean
  refusal: ReturnType<typeof refusalOf>
}

function changeOf({ change, role, extensions }: RolesOfSeveral): RoleChange {
  const shared = { role, lists: extensions }
  return {
    touched: [role],
    becomes: (held) => (change === 'give' ? givenRole(held, shared) : takenRole(held, shared)),
  }
}

async function planned(ctx: Ctx, wanted: RolesOfSeveral): Promise<Plan[]> {
  await mustExist(ctx, wanted.extensions)
  const change = changeOf(wanted)
  const [people, branch] = await Promise.all([listSeveral(ctx.db, wanted.userIds, sightOf(ctx.actor)), ownBranch(ctx)])
  const judgedPeople = people.filter(({ answeredFor }) => answeredFor)
  await recordProtectedReads(ctx, protectedAmong(judgedPeople))
  return judgedPeople.map((person) => {
    const after = rolesAfter(person, change)
    const refusal = refusalOf(ctx.actor, person, change, branch)
    return { person, after, refusal, changes: differing(person.roles, after).length > 0 }
  })
}

function outcomeOf({ person, after, refusal, changes }: Plan, { role }: RolesOfSeveral): Judged['outcome'] {
  if (!changes) return 'unchanged'
  if (refusal) return 'refused'
  return reaching(person.roles[role]) <= reaching(after[role]) ? 'gets' : 'loses'
}

const judged =
  (ctx: Ctx, wanted: RolesOfSeveral) =>
  (plan: Plan): Judged => {
    const { person, after } = plan
    const outcome = outcomeOf(plan, wanted)
    const text = translator(ctx.language, 'refusals')
    return {
      userId: person.id,
      name: `${person.firstName} ${person.lastName}`,
      organizations: person.organizations,
      before: person.roles[wanted.role] ?? null,
      after: after[wanted.role] ?? null,
      outcome,
      refusal: outcome === 'refused' && plan.refusal ? text(plan.refusal) : null,
    }
  }

export const previewSeveral = async (ctx: Ctx, wanted: RolesOfSeveral): Promise<Judged[]> =>
  (await planned(ctx, wanted)).map(judged(ctx, wanted))

const isLate = (error: unknown) => error instanceof Constraint && error.text === 'changed_meanwhile'

/** All or none. Written by somebody else meanwhile, the people are judged anew by what they hold now. */
export async function changeSeveral(ctx: Ctx, wanted: RolesOfSeveral, triesLeft = 3): Promise<Judged[]> {
  const plans = await planned(ctx, wanted)
  if (plans.length < new Set(wanted.userIds).size) throw new Refused('not_allowed')
  const changing = plans.filter(({ changes }) => changes)
  for (const { refusal } of changing) if (refusal) throw new Refused(refusal)
  if (changing.length === 0) return plans.map(judged(ctx, wanted))
  const rows = changing.map(({ person, after }) => ({ person, before: person.roles, after }))
  try {
    await ctx.db.commit(writeRoleOfSeveral(ctx, wanted.role, rows))
  } catch (error) {
    if (!isLate(error) || triesLeft === 0) throw error
    return changeSeveral(ctx, wanted, triesLeft - 1)
  }
  return plans.map(judged(ctx, wanted))
}
