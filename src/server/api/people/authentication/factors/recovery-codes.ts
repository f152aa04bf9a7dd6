import type { Visitor } from '#api/context.ts'
import type { Statement } from '#platform/database.ts'
import { randomText } from '#platform/digest.ts'
import { keyedHashes } from '#platform/rotating-secret.ts'
import {
  formatRecoveryCode,
  parseRecoveryCode,
  recoveryAlphabet,
  recoveryCodeCount,
  recoveryCodeLength,
} from './rules.ts'
import { claimRecoveryCode, replaceRecoveryCodes } from './storage.ts'

const hashesOf = ({ env }: Visitor, userId: number, code: string) =>
  keyedHashes(env.SESSION_SECRET, `recovery code ${userId} ${code}`)

/**
 * Creates ten random recovery codes to show to a person once, and the statements that replace the person's earlier ones
 * by hashes of these. Commits nothing.
 */
export async function createRecoveryCodes(
  ctx: Visitor,
  userId: number,
): Promise<{ codes: string[]; write: Statement[] }> {
  const codes = Array.from({ length: recoveryCodeCount }, () => randomText(recoveryAlphabet, recoveryCodeLength))
  const hashes = codes.flatMap((code) => hashesOf(ctx, userId, code).slice(0, 1))
  return { codes: codes.map(formatRecoveryCode), write: replaceRecoveryCodes(ctx.db, userId, hashes, ctx.now) }
}

/**
 * Returns whether a code is one of a person's unused recovery codes; then commits it as used, so that it works once.
 * Spaces, dashes and capitals are ignored. Attempts are not counted here.
 */
export async function checkRecoveryCode(ctx: Visitor, userId: number, typed: string): Promise<boolean> {
  const code = parseRecoveryCode(typed)
  return code !== null && claimRecoveryCode(ctx.db, userId, hashesOf(ctx, userId, code), ctx.now)
}
