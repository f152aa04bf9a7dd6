import type { Visitor } from '#api/context.ts'
import { hashPassword } from '#api/people/authentication/passwords/password-hash.ts'
import { checkNewPassword } from '#api/people/authentication/passwords/set-password.ts'
import { checkBirthDate } from '#api/people/users/check-birth-date.ts'
import { sha256 } from '#platform/digest.ts'
import type { AccountOutcome, NewAccount } from './contract.ts'
import { checkChoices, limitForms, loadProof, type ProvenForm, submitForm } from './submit-form.ts'

async function checkForm(ctx: Visitor, form: NewAccount): Promise<ProvenForm> {
  const { firstName, lastName, birthDate: birthOn, newPassword, passwordVerification } = form
  const proofHash = await sha256(form.proof)
  const { email, needsReview } = await loadProof(ctx, proofHash)
  checkBirthDate(ctx, birthOn)
  const { guardianEmail, organizationId } = await checkChoices(ctx, email, birthOn, form)
  const names = { firstName, lastName, email }
  await checkNewPassword(ctx, { newPassword, passwordVerification, userName: email }, names)
  const passwordHash = await hashPassword(newPassword)
  const person = { email, firstName, lastName, birthOn, language: ctx.language }
  const application = {
    ...person,
    organizationId,
    passwordHash,
    personalNumberHash: null,
    identifiedBy: null,
    needsReview,
  }
  return { application, proofHash, guardianEmail, spends: [] }
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
 * @throws Refused('external_person_taken') as `submitForm` does, which it never does without an identification.
 * @throws Refused('invalid_input') at `birthDate`, `guardianEmail` or `organizationId`.
 * @throws Refused('too_many_requests') after 30 forms from the network within a quarter of an hour, or the mails of
 * `mailLimits` to the guardian.
 * @throws Refused with the codes of `checkNewPassword` at its field.
 */
export async function finishAccount(ctx: Visitor, body: NewAccount): Promise<AccountOutcome> {
  await limitForms(ctx)
  return submitForm(ctx, await checkForm(ctx, body))
}
