import type { Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { attemptedFrom, limitAttempts } from '#api/people/attempts/limit-attempts.ts'
import { accountSubject, guessLimits, networkLimits } from '#api/people/attempts/rules.ts'
import { forgiveFailures } from '#api/people/attempts/storage.ts'
import { restsByMail } from '#api/people/email-changes/rest.ts'
import {
  claimToken,
  findToken,
  insertToken,
  type OneTimeToken,
  removeTokens,
  takeTry,
} from '#api/people/tokens/storage.ts'
import { type Addressee, findAddressee } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import { isSignatureOf, randomText, randomToken, sha256, signatureOf } from '#platform/digest.ts'
import type { CompleteReset } from '../contract.ts'
import { mustBeGood, ownPassword } from './set-password.ts'

const minutesValid = 10
const sendsAtMost = 5
const asksAtMost = 30
/** Guesses at the code of one account in a quarter of an hour, over all the codes that are sent to it. */
const guessesAtMost = 10

/** Eight characters that are not mistaken for one another, of 31: 850 thousand million codes. */
const codeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const codeLength = 8

/** Codes are mailed as two groups of four; how they are typed in does not matter. */
const spelt = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`

/** The code in what was typed in; null when it is the token of a link. */
function codeIn(resetToken: string): string | null {
  const code = resetToken.replace(/[\s-]/g, '').toUpperCase()
  return code.length === codeLength && [...code].every((letter) => codeAlphabet.includes(letter)) ? code : null
}

const resetSubject = (userName: string) => `reset:${userName.toLowerCase()}`
const codeText = (userId: number, code: string) => `reset ${userId} ${code}`

/** Any letter of a real address would tell that the name exists, so the mask covers all of it and nobody is looked up. */
export async function contactInfo(ctx: Visitor) {
  await limitAttempts(ctx, networkLimits(ctx.address, 'contact', asksAtMost))
  return { email: '•••@•••', phone: null }
}

/** Asks for a code and a link. The job does the rest, so that the answer takes as long whether or not the name exists. */
export async function askReset(ctx: Visitor, userName: string): Promise<void> {
  const forgot = { account: `forgot:${userName.toLowerCase()}`, network: 'forgot-from', inQuarter: sendsAtMost }
  await limitAttempts(ctx, guessLimits(await attemptedFrom(ctx, userName), forgot))
  await ctx.db.commit([queueJob(ctx, 'authentication.reset', { userName, language: ctx.language })])
}

/** Sends them to whoever has that name and an address. */
export async function sendReset(ctx: Visitor, userName: string): Promise<void> {
  const person = await findAddressee(ctx.db, { userName })
  if (!person?.email) return
  if (await restsByMail(ctx, { ...person, email: person.email })) return
  const [token, code] = [randomToken(), randomText(codeAlphabet, codeLength)]
  const link = `${ctx.env.PORTAL_ORIGIN}/login/forgot?token=${token}`
  await ctx.db.commit([
    removeTokens(ctx.db, person.id, 'Reset', ctx.now),
    insertToken(ctx.db, {
      tokenHash: await sha256(token),
      purpose: 'Reset',
      userId: person.id,
      data: { code: await signatureOf(ctx.env.SESSION_SECRET, codeText(person.id, code)) },
      createdAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + minutesValid * 60_000),
    }),
    ...writeMail(ctx, {
      recipient: person.email,
      userId: person.id,
      language: person.language,
      name: 'passwordReset',
      values: { name: person.firstName, code: spelt(code), link },
      secret: true,
    }),
    recordAudit(ctx, 'password.reset-asked', { type: 'user', id: person.id }),
  ])
}

interface Claim {
  person: Addressee
  token: OneTimeToken
}

async function byLink(ctx: Visitor, resetToken: string): Promise<Claim | null> {
  const token = await findToken(ctx.db, 'Reset', await sha256(resetToken), ctx.now)
  const person = token?.userId ? await findAddressee(ctx.db, { id: token.userId }) : null
  return token && person && { person, token }
}

/** Nobody has this id: with it the database is asked the same for a name that does not exist. */
const nobody = 0

async function byCode(ctx: Visitor, userName: string, code: string): Promise<Claim | null> {
  const guess = { account: resetSubject(userName), network: 'reset-from', inQuarter: guessesAtMost }
  await limitAttempts(ctx, guessLimits(await attemptedFrom(ctx, userName), guess))
  const person = await findAddressee(ctx.db, { userName })
  const token = await takeTry(ctx.db, person?.id ?? nobody, 'Reset', ctx.now)
  const signature = String(token?.data['code'] ?? '')
  const isRight = await isSignatureOf(ctx.env.SESSION_SECRET, codeText(person?.id ?? nobody, code), signature)
  return person && token && isRight ? { person, token } : null
}

/** Sets the new password by the code or the link; either works once. */
export async function completeReset(ctx: Visitor, { resetToken, username, ...chosen }: CompleteReset): Promise<void> {
  // What can be said of the password alone is said before a try is spent on it.
  await mustBeGood(ctx, { ...chosen, userName: username ?? '' })
  const code = codeIn(resetToken)
  const claim = code ? await byCode(ctx, username ?? '', code) : await byLink(ctx, resetToken)
  if (!claim) throw new Refused('reset_token_invalid')
  const { person, token } = claim
  await mustBeGood(ctx, { ...chosen, userName: person.userName }, person)
  if (!(await claimToken(ctx.db, 'Reset', token.tokenHash, ctx.now))) throw new Refused('reset_token_invalid')
  await ctx.db.commit([
    ...(await ownPassword(ctx, person, chosen.newPassword, null)),
    ...[accountSubject(person.userName), resetSubject(person.userName)].map((subject) =>
      forgiveFailures(ctx.db, subject, [], ctx.now),
    ),
    recordAudit(ctx, 'password.reset', { type: 'user', id: person.id }),
  ])
}
