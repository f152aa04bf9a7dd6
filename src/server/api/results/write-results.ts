import type { Ctx } from '../context.ts'
import { changeResults } from './change-result.ts'
import type { EducationPartResult, WrittenResult } from './contract.ts'
import { signUp } from './sign-ups/sign-up.ts'
import { commitWrites, type Write } from './write.ts'

/** Sign-ups without a result id, changes with one; all or none. */
export async function writeResults(ctx: Ctx, written: readonly WrittenResult[]): Promise<EducationPartResult[]> {
  const changes = await changeResults(ctx, written)
  const writes: Write[] = []
  for (const [index, one] of written.entries()) writes.push(changes[index] ?? (await signUp(ctx, one)))
  return commitWrites(ctx, writes)
}
