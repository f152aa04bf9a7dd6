import type { Visitor } from '#api/context.ts'
import { checkBirthDate } from '#api/people/users/check-birth-date.ts'
import { findUserByPersonalNumber } from '#api/people/users/sign-in-storage.ts'
import { Refused } from '#api/refusals.ts'
import { toPortalDay } from '#api/zone.ts'
import { sha256 } from '#platform/digest.ts'
import type { AccountOutcome, Identity, NewIdentifiedAccount } from './contract.ts'
import { getIdentity, removeIdentity } from './identity.ts'
import { needsGuardian } from './rules.ts'
import { checkChoices, limitForms, loadProof, submitForm } from './submit-form.ts'

/**
 * Returns the name and date of birth of the person whom this browser has identified for a new account. Uses nothing up.
 *
 * @throws Refused('not_found') when the portal uses no electronic identification.
 * @throws Refused('own_account_identity_invalid') when the reference is unknown, used or expired, or of another
 * browser.
 */
export async function showIdentity(ctx: Visitor, identity: string): Promise<Identity> {
  const { person } = await getIdentity(ctx, identity)
  const { firstName, lastName, birthOn, provider } = person
  return { firstName, lastName, birthDate: birthOn, isMinor: needsGuardian(birthOn, toPortalDay(ctx.now)), provider }
}

/**
 * Opens an own account for an identified person with a proven e-mail address, without a password: of a new external
 * person, or of the person of the register whom `matchIdentified` finds. Everything else is as in `finishAccount`.
 *
 * @throws Refused('not_found') when the portal uses no electronic identification.
 * @throws Refused('own_account_identity_invalid') when the reference is unknown, used or expired, or of another
 * browser.
 * @throws Refused('own_account_proof_invalid') when the proof is unknown, used or expired.
 * @throws Refused('external_person_taken') when the identification has an account by now.
 * @throws Refused('changed_meanwhile') when the claimed person, the address or the identification has another request
 * at the same time.
 * @throws Refused('email_taken') when the address has an account by now.
 * @throws Refused('invalid_input') at `birthDate`, `guardianEmail` or `organizationId`.
 * @throws Refused('too_many_requests') after 30 forms from the network within a quarter of an hour, or the mails of
 * `mailLimits` to the guardian.
 */
export async function finishIdentifiedAccount(ctx: Visitor, body: NewIdentifiedAccount): Promise<AccountOutcome> {
  await limitForms(ctx)
  const { person: identified, identityHash } = await getIdentity(ctx, body.identity)
  const { personHash, firstName, lastName, birthOn, provider } = identified
  const proofHash = await sha256(body.proof)
  const { email, needsReview } = await loadProof(ctx, proofHash)
  checkBirthDate(ctx, birthOn)
  const { guardianEmail, organizationId } = await checkChoices(ctx, email, birthOn, body)
  if (await findUserByPersonalNumber(ctx.db, personHash)) throw new Refused('external_person_taken')
  const person = { email, firstName, lastName, birthOn, language: ctx.language }
  const signIn = { passwordHash: null, personalNumberHash: personHash, identifiedBy: provider }
  const application = { ...person, ...signIn, organizationId, needsReview }
  return submitForm(ctx, { application, proofHash, guardianEmail, spends: [removeIdentity(ctx, identityHash)] })
}
