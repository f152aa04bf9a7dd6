import { expect } from 'vitest'
import type { SignUpOffer } from '#api/participation/sign-ups/contract.ts'
import type { Person } from '../../portal.ts'
import { type ReadEducation, readOffer } from './calendar-agreement.ts'

/** Refusals that only say how an offered sign-up is paid; the offer's own fields say so beforehand. */
const paymentCodes = ['fee', 'payment_under_way', 'guardian_pays']

/** Expects that the sign-up accepts what was offered, and refuses the rest for the reason that the offer named. */
async function expectAnswer(person: Person, path: string, body: object, offer: SignUpOffer) {
  const guardianUserId = offer.mustHaveGuardian ? (offer.guardians[0]?.id ?? null) : null
  const response = await person.fetch('PUT', path, [{ userId: person.id, guardianUserId, ...body }])
  const code = response.ok ? null : ((await response.json()) as { code: string }).code
  // The parts of a set may each have a reason of their own.
  if (!offer.allowed && offer.together.length > 0) return expect(code).not.toBeNull()
  if (!offer.allowed) return expect([path, code]).toEqual([path, offer.reason])
  if (offer.fee > 0 && code !== null) return expect(paymentCodes).toContain(code)
  return expect([path, code]).toEqual([path, null])
}

/** Expects that each choice on the page of an education is answered by the sign-up as the page says. */
export async function expectSignUpAgreement(person: Person, { view, own }: ReadEducation): Promise<void> {
  const { id: educationId } = view.education
  for (const { id: occasionId } of view.occasions) {
    const offer = await readOffer(person, occasionId, educationId)
    await expectAnswer(person, '/EducationPartOccasions/results', { occasionId, educationId }, offer)
  }
  if (own.step.kind !== 'start' && own.step.kind !== 'submit') return
  const partId = own.step.part?.id ?? 0
  const path = `/user/${person.id}/canUserSignUpToEducationPart/${partId}?educationId=${educationId}`
  const offer = await person.json<SignUpOffer>('GET', path)
  // A repeated start of a part without dates returns the open result.
  if (offer.reason !== 'already_signed_up')
    await expectAnswer(person, `/EducationParts/${partId}/results`, { educationId }, offer)
}
