import { isSignatureOf, randomText, randomToken, sha256, signatureOf } from '#platform/digest.ts'
import { recordAudit } from '../../audit/storage.ts'
import type { Visitor } from '../../context.ts'
import { restsByMail } from '../../email-changes/rest.ts'
import { queueJob } from '../../jobs/storage.ts'
import { writeMail } from '../../mails/write-mail.ts'
import { Refused } from '../../refusals.ts'
import { type Addressee, findAddressee } from '../../users/storage.ts'
import type { CompleteReset } from '../contract.ts'
import { accountSubject, addressSubjects } from '../sign-in.ts'
import { forgiveFailures, mayAttempt } from '../storage.ts'
import { claimToken, findToken, insertToken, type OneTimeToken, removeTokens, takeTry } from '../tokens.ts'
import { mustBeGood, ownPassword } from './set-password.ts'

const minutesValid = 15
const sendsAtMost = 5
const asksAtMost = 30

const isCode = (resetToken: string) => /^\d{6}$/.test(resetToken)
const codeText = (userId: number, code: string) => `reset ${userId} ${code}`

async function mustBeFew(ctx: Visitor, subjects: string[], atMost: number): Promise<void> {
  if (!(await mayAttempt(ctx.db, subjects, ctx.now, atMost))) throw new Refused('too_many_requests')
}

/** Any letter of a real address would tell that the name exists, so the mask covers all of it and nobody is looked up. */
export async function contactInfo(ctx: Visitor) {
  await mustBeFew(ctx, addressSubjects(ctx, 'contact'), asksAtMost)
  return { email: '•••@•••', phone: null }
}

/** Asks for a code and a link. The job does the rest, so that the answer takes as long whether or not the name exists. */
export async function askReset(ctx: Visitor, userName: string): Promise<void> {
  await mustBeFew(ctx, [`forgot:${userName.toLowerCase()}`], sendsAtMost)
  await mustBeFew(ctx, addressSubjects(ctx, 'forgot-from'), asksAtMost)
  await ctx.db.commit([queueJob(ctx, 'authentication.reset', { userName, language: ctx.language })])
}

/** Sends them to whoever has that name and an address. */
export async function sendReset(ctx: Visitor, userName: string): Promise<void> {
  const person = await findAddressee(ctx.db, { userName })
  if (!person?.email) return
  if (await restsByMail(ctx, { ...person, email: person.email })) return
  const [token, code] = [randomToken(), randomText('0123456789', 6)]
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
      values: { name: person.firstName, code, link },
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

async function byCode(ctx: Visitor, userName: string, code: string): Promise<Claim | null> {
  const person = await findAddressee(ctx.db, { userName })
  const token = person && (await takeTry(ctx.db, person.id, 'Reset', ctx.now))
  if (!token) return null
  const isRight = await isSignatureOf(ctx.env.SESSION_SECRET, codeText(person.id, code), String(token.data['code']))
  return isRight ? { person, token } : null
}

/** Sets the new password by the code or the link; either works once. */
export async function completeReset(ctx: Visitor, { resetToken, username, ...chosen }: CompleteReset): Promise<void> {
  // What can be said of the password alone is said before a try is spent on it.
  mustBeGood(ctx, { ...chosen, userName: username ?? '' })
  const claim = isCode(resetToken) ? await byCode(ctx, username ?? '', resetToken) : await byLink(ctx, resetToken)
  if (!claim) throw new Refused('reset_token_invalid')
  const { person, token } = claim
  mustBeGood(ctx, { ...chosen, userName: person.userName })
  if (!(await claimToken(ctx.db, 'Reset', token.tokenHash, ctx.now))) throw new Refused('reset_token_invalid')
  await ctx.db.commit([
    ...(await ownPassword(ctx, person, chosen.newPassword, null)),
    forgiveFailures(ctx.db, accountSubject(person.userName), [], ctx.now),
    recordAudit(ctx, 'password.reset', { type: 'user', id: person.id }),
  ])
}
