import type { Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { findAttemptSource, limitAttempts } from '#api/people/attempts/limit-attempts.ts'
import { accountSubject, guessLimits, networkLimits } from '#api/people/attempts/rules.ts'
import { forgiveFailures } from '#api/people/attempts/storage.ts'
import { isResetOnHold } from '#api/people/email-changes/reset-hold.ts'
import {
  claimToken,
  countUserAttempt,
  findToken,
  insertToken,
  type OneTimeToken,
  removeTokens,
} from '#api/people/tokens/storage.ts'
import { type Addressee, findAddressee } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import { randomText, randomToken, sha256 } from '#platform/digest.ts'
import { isSigned, signText } from '#platform/rotating-secret.ts'
import type { CompleteReset } from '../contract.ts'
import { checkNewPassword, setOwnPassword } from './set-password.ts'

const minutesValid = 10
const maxSends = 5
const maxContactRequests = 30
/** Highest number of guesses at the code of one account in a quarter of an hour, over all codes sent to it. */
const maxGuesses = 10

/** Characters that are not mistaken for one another. Eight of these 31 make 850 thousand million codes. */
const codeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const codeLength = 8

/** Formats a code as two groups of four. Input may contain spaces and dashes. */
const formatCode = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`

/** Parses a code from the input; null when it is the token of a link. */
function parseCode(resetToken: string): string | null {
  const code = resetToken.replace(/[\s-]/g, '').toUpperCase()
  return code.length === codeLength && [...code].every((letter) => codeAlphabet.includes(letter)) ? code : null
}

const resetSubject = (userName: string) => `reset:${userName.toLowerCase()}`
const codeText = (userId: number, code: string) => `reset ${userId} ${code}`

/**
 * Returns the channels of a password reset without a look-up: `email` is always the same fully masked text, `phone`
 * always null. A part of a real e-mail address would reveal that the user name exists.
 *
 * @throws Refused('too_many_requests') after 30 requests of the network within a quarter of an hour.
 */
export async function getContactInfo(ctx: Visitor) {
  await limitAttempts(ctx, networkLimits(ctx.address, 'contact', maxContactRequests))
  return { email: '•••@•••', phone: null }
}

/**
 * Queues a job that mails a code and a link for a password reset as `sendReset` does. The call thereby takes equally
 * long whether or not the user name exists. Reports nothing about the outcome.
 *
 * @throws Refused('too_many_requests') after five requests for the user name, or 30 of the network, within a quarter of
 * an hour.
 */
export async function requestReset(ctx: Visitor, userName: string): Promise<void> {
  const forgot = { account: `forgot:${userName.toLowerCase()}`, network: 'forgot-from', inQuarter: maxSends }
  await limitAttempts(ctx, guessLimits(findAttemptSource(ctx, userName), forgot))
  await ctx.db.commit([queueJob(ctx, 'authentication.reset', { userName, language: ctx.language })])
}

/**
 * Mails a code and a link for a password reset, valid for ten minutes, to the person with the user name, with an audit
 * entry. They replace earlier ones.
 *
 * Does nothing for an unknown user name or without an e-mail address. During the waiting period after a change of
 * e-mail address the mail says so instead.
 */
export async function sendReset(ctx: Visitor, userName: string): Promise<void> {
  const person = await findAddressee(ctx.db, { userName })
  if (!person?.email) return
  if (await isResetOnHold(ctx, { ...person, email: person.email })) return
  const [token, code] = [randomToken(), randomText(codeAlphabet, codeLength)]
  const link = `${ctx.env.PORTAL_ORIGIN}/login/forgot?token=${token}`
  await ctx.db.commit([
    removeTokens(ctx.db, person.id, 'Reset', ctx.now),
    insertToken(ctx.db, {
      tokenHash: await sha256(token),
      purpose: 'Reset',
      userId: person.id,
      data: { code: signText(ctx.env.SESSION_SECRET, codeText(person.id, code)) },
      createdAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + minutesValid * 60_000),
    }),
    ...writeMail(ctx, {
      recipient: person.email,
      userId: person.id,
      language: person.language,
      name: 'passwordReset',
      values: { name: person.firstName, code: formatCode(code), link },
      secret: true,
    }),
    recordAudit(ctx, 'password.reset-asked', { type: 'user', id: person.id }),
  ])
}

interface Claim {
  person: Addressee
  token: OneTimeToken
}

async function findClaimByLink(ctx: Visitor, resetToken: string): Promise<Claim | null> {
  const token = await findToken(ctx.db, 'Reset', await sha256(resetToken), ctx.now)
  const person = token?.userId ? await findAddressee(ctx.db, { id: token.userId }) : null
  return token && person && { person, token }
}

/** Id of no person, so that an unknown user name needs the same queries. */
const nobody = 0

async function findClaimByCode(ctx: Visitor, userName: string, code: string): Promise<Claim | null> {
  const guess = { account: resetSubject(userName), network: 'reset-from', inQuarter: maxGuesses }
  await limitAttempts(ctx, guessLimits(findAttemptSource(ctx, userName), guess))
  const person = await findAddressee(ctx.db, { userName })
  const token = await countUserAttempt(ctx.db, person?.id ?? nobody, 'Reset', ctx.now)
  const signature = String(token?.data['code'] ?? '')
  const isRight = isSigned(ctx.env.SESSION_SECRET, codeText(person?.id ?? nobody, code), signature)
  return person && token && isRight ? { person, token } : null
}

/**
 * Sets a person's new password by the mailed code, for which the user name is needed, or by the token of the link.
 * Each works once. Ends all sessions of the person, forgives the failed sign-ins and guesses of the account, mails
 * that the password has changed, and writes an audit entry. Opens no session.
 *
 * @throws Refused('reset_token_invalid') when the code or the link is wrong, used or expired.
 * @throws Refused('too_many_requests') after ten guesses at the account's code, or 30 of the network, within a quarter
 * of an hour. A link is not counted.
 * @throws Refused with the codes of `checkNewPassword` at its field; that does not use up the link or the code.
 */
export async function completeReset(
  ctx: Visitor,
  { resetToken, username, ...newPasswords }: CompleteReset,
): Promise<void> {
  // Checks the password first as far as possible, so that a bad password does not use up an attempt at the code.
  await checkNewPassword(ctx, { ...newPasswords, userName: username ?? '' })
  const code = parseCode(resetToken)
  const claim = code ? await findClaimByCode(ctx, username ?? '', code) : await findClaimByLink(ctx, resetToken)
  if (!claim) throw new Refused('reset_token_invalid')
  const { person, token } = claim
  await checkNewPassword(ctx, { ...newPasswords, userName: person.userName }, person)
  if (!(await claimToken(ctx.db, 'Reset', token.tokenHash, ctx.now))) throw new Refused('reset_token_invalid')
  await ctx.db.commit([
    ...(await setOwnPassword(ctx, person, newPasswords.newPassword, null)),
    ...[accountSubject(person.userName), resetSubject(person.userName)].map((subject) =>
      forgiveFailures(ctx.db, subject, [], ctx.now),
    ),
    recordAudit(ctx, 'password.reset', { type: 'user', id: person.id }),
  ])
}
