import type { Profile } from '#api/office/profiles/contract.ts'
import { loadOfficeFacts } from './load-office-facts.ts'
import { loadPersonErasure } from './load-person-erasure.ts'
import { loadPersonExams } from './load-person-exams.ts'
import { loadPersonLicenses } from './load-person-licenses.ts'
import { loadPersonPayments } from './load-person-payments.ts'

/**
 * Loads a person as the office sees them, beside the given profile, in one round trip. That is bookings, exams,
 * licences, payments, the erasure request, renewals and what only the office sees. Payments of another person are empty
 * unless the reader is a superadministrator; exams are empty and licences null while their features are off. The
 * erasure request is null for readers who may not read it. Rejects with a `Refused` when another call is refused.
 */
export async function loadOfficeProfile(locals: App.Locals, profile: Profile) {
  const { user, taught } = profile
  const params = { id: user.id }
  const [office, booked, exams, licenses, payments, erasure, renewals] = await Promise.all([
    loadOfficeFacts(locals, user),
    locals.api('GET /user/:id/Bookings', { params }),
    loadPersonExams(locals, user.id),
    loadPersonLicenses(locals, user.id, taught),
    loadPersonPayments(locals, user.id),
    loadPersonErasure(locals, profile),
    locals.api('GET /user/:id/EducationRenewals', { params }),
  ])
  return { profile, office, booked, exams, licenses, payments, erasure, renewals }
}
