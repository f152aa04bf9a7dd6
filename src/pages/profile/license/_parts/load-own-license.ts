import type { AstroGlobal } from 'astro'
import { toFormOutcome } from '#components/form-outcome.ts'
import { parseId } from '#components/parse-id.ts'

/**
 * Sets the licence as a goal of the person `userId` when the form was submitted, and loads it with what that person
 * meets of it. Null when there is no such licence in use. `isDone` is true when the reader is to be redirected,
 * `problem` why the goal was refused. Two round trips.
 */
export async function loadOwnLicense(
  { locals, params, request }: Pick<AstroGlobal, 'locals' | 'params' | 'request'>,
  userId: number,
) {
  const { api, t } = locals
  const id = parseId(params['licenseId'])
  const body = { userId, licenseId: id }
  const sent =
    request.method === 'POST' ? await toFormOutcome(api('POST /Licenses/LicenseGoals', { body }), t('refusals')) : null
  const person = { params: { id: userId } }
  const [licenses, qualifications, goals] = await Promise.all([
    api('GET /Licenses'),
    api('GET /user/:id/LicenseQualifications', person),
    api('GET /user/:id/LicenseGoals', person),
  ])
  const license = licenses.find((one) => one.id === id)
  const qualification = qualifications.find(({ licenseId }) => licenseId === id)
  if (!license || !qualification) return null
  const problem = sent?.problem ?? null
  return {
    license,
    qualification,
    isGoal: goals.some(({ licenseId }) => licenseId === id),
    problem,
    isDone: sent !== null && problem === null,
  }
}
