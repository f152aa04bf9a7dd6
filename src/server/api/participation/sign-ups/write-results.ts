import type { Ctx } from '#api/context.ts'
import { commitWrites, type ResultWrite } from '#api/participation/results/commit-writes.ts'
import type { EducationPartResult } from '#api/participation/results/contract.ts'
import type { WrittenResult } from '#api/participation/sign-ups/contract.ts'
import { type RefusalCode, Refused } from '#api/refusals.ts'
import { changeResults } from './change-result.ts'
import { signUp } from './sign-up.ts'
import { addTiedWrites } from './tied-sign-ups.ts'

/** Codes of refusals that another choice in the dialog mends. */
const mendableCodes: readonly RefusalCode[] = ['guardian_required', 'answers_missing', 'guardian_pays', 'fee']

const isMendable = (reason: unknown) => reason instanceof Refused && mendableCodes.includes(reason.code)

/**
 * Returns all writes in their order.
 *
 * @throws the first error that no choice mends, as the offer names it, or else the first error.
 */
function takeAll(planned: readonly PromiseSettledResult<ResultWrite>[]): ResultWrite[] {
  const errors: unknown[] = planned.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  if (errors.length > 0) throw errors.find((reason) => !isMendable(reason)) ?? errors[0]
  return planned.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

/**
 * Writes sign-ups (elements without `resultId`) and changes of results (with it), all or none, with audit entries and
 * notifications of the people and children's guardians. Returns the results in the order of the elements; those of
 * occasions with the same tag, which are written together with them, come last.
 *
 * @throws Refused with the codes of `signUp`, `changeResults` and `commitWrites`.
 */
export async function writeResults(ctx: Ctx, requested: readonly WrittenResult[]): Promise<EducationPartResult[]> {
  const all = await addTiedWrites(ctx, requested)
  const changes = await changeResults(
    ctx,
    all.map(({ written }) => written),
  )
  const planned = await Promise.allSettled(
    all.map(({ written, group }, index) => changes[index] ?? signUp(ctx, written, group)),
  )
  return commitWrites(ctx, takeAll(planned))
}
