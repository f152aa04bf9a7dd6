import type { Visitor } from '#api/context.ts'
import { insertedId, recordAudit } from '#api/foundation/audit/storage.ts'
import { limitAddressAttempts, limitAttempts } from '#api/people/attempts/limit-attempts.ts'
import { networkLimits } from '#api/people/attempts/rules.ts'
import { hashPassword } from '#api/people/authentication/passwords/password-hash.ts'
import { checkNewPassword } from '#api/people/authentication/passwords/set-password.ts'
import { findToken, removeToken } from '#api/people/tokens/storage.ts'
import { checkBirthDate } from '#api/people/users/check-birth-date.ts'
import { type RefusalCode, Refused } from '#api/refusals.ts'
import { toPortalDay } from '#api/zone.ts'
import { translator } from '#locales/translate.ts'
import type { Statement } from '#platform/database.ts'
import { randomToken, sha256 } from '#platform/digest.ts'
import type { AccountOutcome, NewAccount } from './contract.ts'
import { findClubName } from './matches-storage.ts'
import { mailGuardian, notifyReview } from './notify.ts'
import { type Application, findAccountMatch, openAccount } from './open-account.ts'
import { isSameMailbox, mailLimits, needsGuardian } from './rules.ts'
import { insertClaim, insertRequest, isUnderReview, replaceOpenRequests, setRequestUser } from './storage.ts'

/** Highest number of forms from one network in a quarter of an hour. */
const maxFromNetwork = 30

const refuseField = ({ language }: Visitor, code: RefusalCode, field: string, text: string) =>
  new Refused(code, { fields: { [field]: translator(language, 'refusals')(text) } })

/** The form with its proven e-mail address. */
interface ProvenForm {
  application: Application
  proofHash: string
  /** Null for an adult. */
  guardianEmail: string | null
}

async function findProvenEmail(ctx: Visitor, proofHash: string): Promise<string> {
  const proof = await findToken(ctx.db, 'AccountProof', proofHash, ctx.now)
  const email = proof?.data['email']
  if (typeof email !== 'string') throw new Refused('own_account_proof_invalid')
  return email
}

/** Returns the guardian's e-mail address of a minor's form; null for an adult. */
function chooseGuardian(ctx: Visitor, email: string, { birthDate, guardianEmail }: NewAccount): string | null {
  if (!needsGuardian(birthDate, toPortalDay(ctx.now))) return null
  if (!guardianEmail) throw refuseField(ctx, 'invalid_input', 'guardianEmail', 'invalid.guardian_email_missing')
  if (isSameMailbox(guardianEmail, email))
    throw refuseField(ctx, 'invalid_input', 'guardianEmail', 'invalid.guardian_email_own')
  return guardianEmail
}

async function checkClub(ctx: Visitor, organizationId: number | null): Promise<void> {
  if (organizationId !== null && (await findClubName(ctx.db, organizationId)) === null)
    throw refuseField(ctx, 'invalid_input', 'organizationId', 'invalid.unknown_reference')
}

async function checkForm(ctx: Visitor, form: NewAccount): Promise<ProvenForm> {
  const { firstName, lastName, birthDate: birthOn, newPassword, passwordVerification, organizationId = null } = form
  const proofHash = await sha256(form.proof)
  const email = await findProvenEmail(ctx, proofHash)
  checkBirthDate(ctx, birthOn)
  const guardianEmail = chooseGuardian(ctx, email, form)
  await checkClub(ctx, organizationId)
  const names = { firstName, lastName, email }
  await checkNewPassword(ctx, { newPassword, passwordVerification, userName: email }, names)
  const passwordHash = await hashPassword(newPassword)
  const needsReview = await isUnderReview(ctx.db, email)
  const person = { email, firstName, lastName, birthOn, language: ctx.language }
  const application = { ...person, organizationId, passwordHash, needsReview }
  return { application, proofHash, guardianEmail }
}

/** Returns the statements that use up the proof, and replace open requests of the e-mail address. */
const spendProof = (ctx: Visitor, { application, proofHash }: ProvenForm): Statement[] => [
  removeToken(ctx.db, 'AccountProof', proofHash),
  replaceOpenRequests(ctx, application.email),
]

/** Returns the statement that records the request that the statement just before it stores. */
const recordRequest = (ctx: Visitor): Statement =>
  recordAudit(ctx, 'ownAccount.requested', { type: 'accountRequest', id: insertedId })

async function waitForGuardian(ctx: Visitor, form: ProvenForm, guardianEmail: string): Promise<AccountOutcome> {
  await limitAddressAttempts(ctx, 'own-account-guardian', guardianEmail, mailLimits)
  const { application, proofHash } = form
  const token = randomToken()
  const guardianTokenHash = await sha256(token)
  await ctx.db.commit([
    ...spendProof(ctx, form),
    insertRequest(ctx.db, {
      ...application,
      proofHash,
      guardianEmail,
      guardianTokenHash,
      state: 'waiting',
      createdAt: ctx.now,
    }),
    recordRequest(ctx),
    ...mailGuardian(ctx, guardianEmail, token),
  ])
  return { state: 'waiting', userName: null }
}

async function openOrReview(ctx: Visitor, form: ProvenForm): Promise<AccountOutcome> {
  const { application, proofHash } = form
  const match = await findAccountMatch(ctx, application)
  if (match.kind === 'duplicate') {
    const { isProtected } = match
    const { organizationId } = application
    await ctx.db.commit([
      ...spendProof(ctx, form),
      insertRequest(ctx.db, {
        ...application,
        proofHash,
        state: 'review',
        isProtectedMatch: isProtected,
        createdAt: ctx.now,
      }),
      recordRequest(ctx),
      notifyReview(ctx, { organizationId, isProtected }),
    ])
    return { state: 'review', userName: null }
  }
  const { statements, userName, userId } = await openAccount(ctx, application, match)
  const settled = { ...application, passwordHash: null, settledAt: ctx.now, createdAt: ctx.now, proofHash }
  await ctx.db.commit([
    // The request comes before the person, so that a proof that has just been used is refused as such.
    match.kind === 'claim' ? insertClaim(ctx.db, settled) : insertRequest(ctx.db, { ...settled, state: 'opened' }),
    ...spendProof(ctx, form),
    ...statements,
    setRequestUser(ctx.db, proofHash, userId),
  ])
  return { state: 'opened', userName }
}

/**
 * Opens an own account for a proven e-mail address: of a new external person, or of the only person with the address
 * and date of birth who has never signed in. Returns its state and, when opened, the user name. Opens no session. A
 * minor waits for the guardian, and a possible duplicate for the office. A chosen club gets a request for membership.
 * Mails are sent, and an audit entry is written.
 *
 * @throws Refused('own_account_proof_invalid') when the proof is unknown, used or expired.
 * @throws Refused('changed_meanwhile') when the claimed person, or the address, has another request at the same time.
 * @throws Refused('email_taken') when the address has an account by now.
 * @throws Refused('invalid_input') at `birthDate`, `guardianEmail` or `organizationId`.
 * @throws Refused('too_many_requests') after 30 forms from the network within a quarter of an hour, or the mails of
 * `mailLimits` to the guardian.
 * @throws Refused with the codes of `checkNewPassword` at its field.
 */
export async function finishAccount(ctx: Visitor, body: NewAccount): Promise<AccountOutcome> {
  await limitAttempts(ctx, networkLimits(ctx.address, 'own-account-form', maxFromNetwork))
  const form = await checkForm(ctx, body)
  return form.guardianEmail === null ? openOrReview(ctx, form) : waitForGuardian(ctx, form, form.guardianEmail)
}
