import type { Ctx } from '#api/context.ts'
import { commitWrites, type ResultWrite } from '#api/participation/results/commit-writes.ts'
import type { EducationPartResult } from '#api/participation/results/contract.ts'
import type { WrittenResult } from '#api/participation/sign-ups/contract.ts'
import { changeResults } from './change-result.ts'
import { signUp } from './sign-up.ts'
import { addTiedWrites } from './tied-sign-ups.ts'

/**
 * Writes sign-ups (elements without `resultId`) and changes (with it), all or none, with audit entries and
 * notifications. Returns the results in the order of the elements; those of occasions with the same tag, which are
 * written together with them, come last.
 *
 * @throws Refused with the codes of `signUp`, `changeResults` and `commitWrites`.
 */
export async function writeResults(ctx: Ctx, requested: readonly WrittenResult[]): Promise<EducationPartResult[]> {
  const all = await addTiedWrites(ctx, requested)
  const changes = await changeResults(
    ctx,
    all.map(({ written }) => written),
  )
  const writes: ResultWrite[] = []
  for (const [index, { written, group }] of all.entries())
    writes.push(changes[index] ?? (await signUp(ctx, written, group)))
  return commitWrites(ctx, writes)
}
