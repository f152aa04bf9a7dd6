import type { Visitor } from '#api/context.ts'
import { insertedId, recordAudit } from '#api/foundation/audit/storage.ts'
import { limitAddressAttempts, limitAttempts } from '#api/people/attempts/limit-attempts.ts'
import { networkLimits } from '#api/people/attempts/rules.ts'
import { findToken, removeToken } from '#api/people/tokens/storage.ts'
import { type RefusalCode, Refused } from '#api/refusals.ts'
import { toPortalDay } from '#api/zone.ts'
import { translator } from '#locales/translate.ts'
import type { Statement } from '#platform/database.ts'
import { randomToken, sha256 } from '#platform/digest.ts'
import type { AccountOutcome } from './contract.ts'
import { findClubName } from './matches-storage.ts'
import { mailGuardian, notifyReview } from './notify.ts'
import { type Application, findAccountMatch, openAccount } from './open-account.ts'
import { isSameMailbox, mailLimits, needsGuardian } from './rules.ts'
import {
  forgetSettledHashes,
  insertClaim,
  insertRequest,
  isUnderReview,
  replaceOpenRequests,
  setRequestUser,
} from './storage.ts'

/** Highest number of forms from one network in a quarter of an hour. */
const maxFromNetwork = 30

/**
 * Counts a form of the network.
 *
 * @throws Refused('too_many_requests') after 30 forms within a quarter of an hour.
 */
export const limitForms = (ctx: Visitor): Promise<void> =>
  limitAttempts(ctx, networkLimits(ctx.address, 'own-account-form', maxFromNetwork))

const refuseField = ({ language }: Visitor, code: RefusalCode, field: string, text: string) =>
  new Refused(code, { fields: { [field]: translator(language, 'refusals')(text) } })

/** The form with its proven e-mail address. */
export interface ProvenForm {
  application: Application
  proofHash: string
  /** Null for an adult. */
  guardianEmail: string | null
  /** Statements that use up what else the form was proven by. */
  spends: Statement[]
}

/** Choices of a form beside its proof and its person. */
interface FormChoices {
  guardianEmail?: string | null | undefined
  organizationId?: number | null | undefined
}

/**
 * Returns the e-mail address of a proof, and whether it is under review. Uses nothing up.
 *
 * @throws Refused('own_account_proof_invalid') when the proof is unknown, used or expired.
 */
export async function loadProof(ctx: Visitor, proofHash: string): Promise<{ email: string; needsReview: boolean }> {
  const proof = await findToken(ctx.db, 'AccountProof', proofHash, ctx.now)
  const email = proof?.data['email']
  if (typeof email !== 'string') throw new Refused('own_account_proof_invalid')
  return { email, needsReview: await isUnderReview(ctx.db, email) }
}

/** Returns the guardian's e-mail address of a minor's form; null for an adult. */
function chooseGuardian(ctx: Visitor, email: string, birthOn: string, { guardianEmail }: FormChoices): string | null {
  if (!needsGuardian(birthOn, toPortalDay(ctx.now))) return null
  if (!guardianEmail) throw refuseField(ctx, 'invalid_input', 'guardianEmail', 'invalid.guardian_email_missing')
  if (isSameMailbox(guardianEmail, email))
    throw refuseField(ctx, 'invalid_input', 'guardianEmail', 'invalid.guardian_email_own')
  return guardianEmail
}

/**
 * Checks what a form says beside its person, and returns the guardian's e-mail address (null for an adult) and the club
 * (null for none).
 *
 * @throws Refused('invalid_input') at `guardianEmail` or `organizationId`.
 */
export async function checkChoices(ctx: Visitor, email: string, birthOn: string, choices: FormChoices) {
  const { organizationId = null } = choices
  const guardianEmail = chooseGuardian(ctx, email, birthOn, choices)
  if (organizationId !== null && (await findClubName(ctx.db, organizationId)) === null)
    throw refuseField(ctx, 'invalid_input', 'organizationId', 'invalid.unknown_reference')
  return { guardianEmail, organizationId }
}

/** Returns the statements that use up the proof, and replace open requests of the e-mail address and the person. */
const spendProof = (ctx: Visitor, { application, proofHash, spends }: ProvenForm): Statement[] => [
  removeToken(ctx.db, 'AccountProof', proofHash),
  ...spends,
  replaceOpenRequests(ctx, application),
  ...(application.personalNumberHash === null ? [] : [forgetSettledHashes(ctx.db)]),
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
  const secrets = { passwordHash: null, personalNumberHash: null }
  const settled = { ...application, ...secrets, settledAt: ctx.now, createdAt: ctx.now, proofHash }
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
 * Opens the account of a checked form, or stores a request that the guardian of a minor, or the office for a possible
 * duplicate, decides. Mails are sent, and an audit entry is written. Opens no session.
 *
 * @throws Refused('own_account_proof_invalid') when the proof has been used at the same time.
 * @throws Refused('changed_meanwhile') when the claimed person, or the e-mail address, has another request at the same
 * time.
 * @throws Refused('email_taken') when the e-mail address has an account by now.
 * @throws Refused('external_person_taken') when the identification has an account by now.
 * @throws Refused('too_many_requests') after the mails of `mailLimits` to the guardian.
 */
export const submitForm = (ctx: Visitor, form: ProvenForm): Promise<AccountOutcome> =>
  form.guardianEmail === null ? openOrReview(ctx, form) : waitForGuardian(ctx, form, form.guardianEmail)
