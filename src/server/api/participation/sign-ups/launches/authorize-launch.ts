import type { Ctx } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import { loadSignUp } from '../load-sign-up.ts'
import { type LaunchFacts, type LaunchSignUp, refuseLaunch, toLaunchSignUp } from './rules.ts'
import type { HoldingEducation } from './storage.ts'

async function loadLaunchFacts(ctx: Ctx, educationPartId: number, education: HoldingEducation): Promise<LaunchFacts> {
  const { educationId, isUnlocked, own } = education
  const target = { userId: ctx.actor.id, educationPartId, occasionId: null, educationId }
  const { facts, missing } = await loadSignUp(ctx, target)
  const educationsMissing = missing.some(({ kind }) => kind === 'education')
  return { own, partsMissing: !isUnlocked, educationsMissing, signUp: facts }
}

/**
 * Checks that the caller may open a digital part through at least one of its educations, and returns which sign-up the
 * course completes. It is `standing` (an open one), `needed` (one that the player makes first) or `none`. Staff of such
 * an education who have no sign-up of their own may preview a part that they could not take, which completes none.
 * Writes nothing.
 *
 * @throws Refused with the reason of `refuseLaunch` for the first visible education when every education refuses.
 * @throws Refused('not_found') when no education that contains the part is visible.
 * @throws Refused('not_allowed') or Refused('invitation_needed') as `loadSignUp` does.
 */
export async function authorizeLaunch(
  ctx: Ctx,
  educationPartId: number,
  holding: readonly HoldingEducation[],
): Promise<LaunchSignUp> {
  const visible = holding.filter(({ isVisible }) => isVisible)
  const facts = await Promise.all(visible.map((one) => loadLaunchFacts(ctx, educationPartId, one)))
  const signUps = facts.filter((one) => refuseLaunch(one) === null).map(toLaunchSignUp)
  const best = signUps.find((signUp) => signUp !== 'none') ?? signUps[0]
  if (best) return best
  // Staff with a sign-up of their own do not preview: the course would complete a pending or locked sign-up.
  if (holding.some(({ isManaged, own }) => isManaged && own === 'none')) return 'none'
  const [first] = facts
  throw new Refused((first && refuseLaunch(first)) ?? 'not_found')
}
