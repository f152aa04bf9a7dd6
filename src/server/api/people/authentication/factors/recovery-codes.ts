import type { Visitor } from '#api/context.ts'
import type { Statement } from '#platform/database.ts'
import { randomText, signatureOf } from '#platform/digest.ts'
import {
  formatRecoveryCode,
  parseRecoveryCode,
  recoveryAlphabet,
  recoveryCodeCount,
  recoveryCodeLength,
} from './rules.ts'
import { claimRecoveryCode, replaceRecoveryCodes } from './storage.ts'

const hashOfCode = ({ env }: Visitor, userId: number, code: string) =>
  signatureOf(env.SESSION_SECRET, `recovery code ${userId} ${code}`)

/** Ten codes to be shown once, and the statements that put them in the place of earlier ones. */
export async function newRecoveryCodes(ctx: Visitor, userId: number): Promise<{ codes: string[]; write: Statement[] }> {
  const codes = Array.from({ length: recoveryCodeCount }, () => randomText(recoveryAlphabet, recoveryCodeLength))
  const hashes = await Promise.all(codes.map((code) => hashOfCode(ctx, userId, code)))
  return { codes: codes.map(formatRecoveryCode), write: replaceRecoveryCodes(ctx.db, userId, hashes, ctx.now) }
}

/** Whether the code is one of the person's unused ones; it is used up by that. */
export async function proveRecoveryCode(ctx: Visitor, userId: number, typed: string): Promise<boolean> {
  const code = parseRecoveryCode(typed)
  return code !== null && claimRecoveryCode(ctx.db, userId, await hashOfCode(ctx, userId, code), ctx.now)
}
