import type { Ctx } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import { setScene } from '../sign-up-scene.ts'
import { type LaunchFacts, type LaunchSignUp, refuseLaunch, signUpOfLaunch } from './rules.ts'
import type { HoldingEducation } from './storage.ts'

async function factsIn(ctx: Ctx, educationPartId: number, holding: HoldingEducation): Promise<LaunchFacts> {
  const { educationId, isUnlocked, own } = holding
  const target = { userId: ctx.actor.id, educationPartId, occasionId: null, educationId }
  const { facts, missing } = await setScene(ctx, target)
  const educationsMissing = missing.some(({ kind }) => kind === 'education')
  return { own, partsMissing: !isUnlocked, educationsMissing, signUp: facts }
}

/**
 * Decides whether the caller may open a digital part, in at least one of the educations that hold it, and on which sign-up
 * the course counts. Staff of such an education may preview what they could not take themselves.
 *
 * @throws Refused with the reason of the first education when every one of them refuses.
 */
export async function mayLaunch(
  ctx: Ctx,
  educationPartId: number,
  holding: readonly HoldingEducation[],
): Promise<LaunchSignUp> {
  const visible = holding.filter(({ isVisible }) => isVisible)
  const facts = await Promise.all(visible.map((one) => factsIn(ctx, educationPartId, one)))
  const signUps = facts.filter((one) => refuseLaunch(one) === null).map(signUpOfLaunch)
  const best = signUps.find((signUp) => signUp !== 'none') ?? signUps[0]
  if (best) return best
  // A preview must not complete a sign-up that waits or is locked.
  if (holding.some(({ isManaged, own }) => isManaged && own === 'none')) return 'none'
  const [first] = facts
  throw new Refused((first && refuseLaunch(first)) ?? 'not_found')
}
