import type { AstroGlobal } from 'astro'

/**
 * Loads the active licences in the federation's order, each with what the person `userId` meets of it. `isGoal` is
 * whether it is a goal of that person. Licences without such an assessment are left out.
 */
export async function loadLicenseList({ locals }: Pick<AstroGlobal, 'locals'>, userId: number) {
  const { api } = locals
  const person = { params: { id: userId } }
  const [licenses, qualifications, goals] = await Promise.all([
    api('GET /Licenses'),
    api('GET /user/:id/LicenseQualifications', person),
    api('GET /user/:id/LicenseGoals', person),
  ])
  return licenses.flatMap((license) => {
    const qualification = qualifications.find(({ licenseId }) => licenseId === license.id)
    const isGoal = goals.some(({ licenseId }) => licenseId === license.id)
    return license.active && qualification ? [{ license, qualification, isGoal }] : []
  })
}

/** A licence in use, with what the reader meets of it. */
export type ListedLicense = Awaited<ReturnType<typeof loadLicenseList>>[number]
