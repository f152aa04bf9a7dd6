import type { Ctx } from '#api/context.ts'
import type { EducationPartResult } from '#api/participation/results/contract.ts'
import { commitWrites, type Write } from '#api/participation/results/write.ts'
import type { WrittenResult } from '#api/participation/sign-ups/contract.ts'
import { changeResults } from './change-result.ts'
import { signUp } from './sign-up.ts'
import { withTied } from './together.ts'

/**
 * Sign-ups without a result id, changes with one; all or none. What is tied together by a tag is written together, after
 * what was asked for, whichever of it was asked for.
 */
export async function writeResults(ctx: Ctx, asked: readonly WrittenResult[]): Promise<EducationPartResult[]> {
  const all = await withTied(ctx, asked)
  const changes = await changeResults(
    ctx,
    all.map(({ written }) => written),
  )
  const writes: Write[] = []
  for (const [index, { written, company }] of all.entries())
    writes.push(changes[index] ?? (await signUp(ctx, written, company)))
  return commitWrites(ctx, writes)
}
