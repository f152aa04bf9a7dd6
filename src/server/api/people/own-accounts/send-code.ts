import type { Language } from '#api/actor.ts'
import type { Visitor } from '#api/context.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { limitAddressAttempts, limitAttempts } from '#api/people/attempts/limit-attempts.ts'
import { networkLimits } from '#api/people/attempts/rules.ts'
import { claimToken, countTokenAttempt, findToken, insertToken } from '#api/people/tokens/storage.ts'
import { Refused } from '#api/refusals.ts'
import { randomText, randomToken, sha256 } from '#platform/digest.ts'
import { isSigned, signText } from '#platform/rotating-secret.ts'
import type { AccountCode, AccountEmail } from './contract.ts'
import { listMatches } from './matches-storage.ts'
import { codeLength, codeMinutes, mailLimits, minutesAfter, parseCode, proofMinutes } from './rules.ts'

/** Highest number of codes and of guesses from one network in a quarter of an hour. */
const maxFromNetwork = 30

const codeText = (tokenHash: string, code: string) => `own account ${tokenHash} ${code}`

/** Input of the job that mails a code. */
export interface CodeRequest {
  email: string
  tokenHash: string
  language: Language
}

/**
 * Queues the job that mails a code for an own account to an e-mail address, and returns the token of the attempt.
 * Writes and replies the same for every e-mail address; a filled honeypot queues nothing.
 *
 * @throws Refused('too_many_requests') after 30 codes from the network within a quarter of an hour, or those of
 * `mailLimits` for the address.
 */
export async function requestCode(ctx: Visitor, { email, website }: AccountEmail): Promise<{ token: string }> {
  await limitAttempts(ctx, networkLimits(ctx.address, 'own-account-from', maxFromNetwork))
  await limitAddressAttempts(ctx, 'own-account', email, mailLimits)
  const token = randomToken()
  if (website) return { token }
  const request: CodeRequest = { email, tokenHash: await sha256(token), language: ctx.language }
  await ctx.db.commit([queueJob(ctx, 'ownAccounts.code', { ...request })])
  return { token }
}

/**
 * Mails a code for an own account, valid for 15 minutes, to an e-mail address with which nobody can sign in yet. If
 * somebody can, the mail says so and links to sign-in, and the token of the attempt stays unknown. A repeat with the
 * same token while the code is valid mails no second code.
 */
export async function sendCode(ctx: Visitor, { email, tokenHash }: CodeRequest): Promise<void> {
  const mail = { recipient: email, language: ctx.language }
  const owner = (await listMatches(ctx.db, email)).find(({ hasSignIn }) => hasSignIn)
  if (owner) {
    const values = { login: `${ctx.env.PORTAL_ORIGIN}/login`, forgot: `${ctx.env.PORTAL_ORIGIN}/login/forgot` }
    await ctx.db.commit(writeMail(ctx, { ...mail, userId: owner.id, name: 'ownAccountExists', values }))
    return
  }
  if (await findToken(ctx.db, 'AccountCode', tokenHash, ctx.now)) return
  const code = randomText('0123456789', codeLength)
  await ctx.db.commit([
    insertToken(ctx.db, {
      tokenHash,
      purpose: 'AccountCode',
      data: { email, code: signText(ctx.env.SESSION_SECRET, codeText(tokenHash, code)) },
      createdAt: ctx.now,
      expiresAt: minutesAfter(ctx.now, codeMinutes),
    }),
    ...writeMail(ctx, { ...mail, userId: null, name: 'ownAccountCode', values: { code }, secret: true }),
  ])
}

/**
 * Returns the proof of an e-mail address, valid for an hour, in exchange for its mailed code; `finishAccount` uses the
 * proof up. A code works once; each guess counts, also a right one.
 *
 * @throws Refused('own_account_code_invalid') when the code is wrong, used or expired, or five guesses are made.
 * @throws Refused('too_many_requests') after 30 guesses from the network within a quarter of an hour.
 */
export async function proveCode(ctx: Visitor, { token, code }: AccountCode): Promise<{ proof: string }> {
  await limitAttempts(ctx, networkLimits(ctx.address, 'own-account-code', maxFromNetwork))
  const tokenHash = await sha256(token)
  const attempt = await countTokenAttempt(ctx.db, 'AccountCode', tokenHash, ctx.now)
  const signature = String(attempt?.data['code'] ?? '')
  const isRight = isSigned(ctx.env.SESSION_SECRET, codeText(tokenHash, parseCode(code)), signature)
  const used = isRight ? await claimToken(ctx.db, 'AccountCode', tokenHash, ctx.now) : null
  if (!used) throw new Refused('own_account_code_invalid')
  const proof = randomToken()
  await ctx.db.commit([
    insertToken(ctx.db, {
      tokenHash: await sha256(proof),
      purpose: 'AccountProof',
      data: { email: used.data['email'] },
      createdAt: ctx.now,
      expiresAt: minutesAfter(ctx.now, proofMinutes),
    }),
  ])
  return { proof }
}
