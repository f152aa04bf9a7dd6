import { type Actor, isAdministrator } from '#api/actor.ts'

/** Returns which features of licences are on: held licences, and goals. */
export function licenseFeatures(configuration: App.Locals['configuration']) {
  const features = configuration?.features ?? []
  return { hasHeld: features.includes('UserLicense'), hasGoals: features.includes('License') }
}

/** Whether the reader, an administrator, may register results of other licence requirements for the person. */
export const canRegisterResults = (actor: Actor | null, userId: number): boolean =>
  actor !== null && actor.id !== userId && isAdministrator(actor)

/**
 * Loads the licences on a profile; null when both features of licences are off. With `isTaught`, for educators of the
 * person, it has held licences, but no renewals, goals or reports, and is null while held licences are off. Results of
 * other requirements are for administrators alone, and not on their own profile. Lists of a feature that is off are
 * empty.
 */
export async function loadPersonLicenses({ api, actor, configuration }: App.Locals, userId: number, isTaught = false) {
  const { hasHeld, hasGoals: areGoalsOn } = licenseFeatures(configuration)
  const hasGoals = areGoalsOn && !isTaught
  if (!hasHeld && !hasGoals) return null
  const registers = canRegisterResults(actor, userId) && hasGoals
  const params = { id: userId }
  const [cycles, renewals, goals, licenses, activities, reports, results, requirements] = await Promise.all([
    hasHeld ? api('GET /user/:id/Licenses', { params }) : [],
    hasHeld && !isTaught ? api('GET /user/:id/LicenseRenewals', { params }) : [],
    hasGoals ? api('GET /user/:id/LicenseGoals', { params }) : [],
    hasGoals ? api('GET /Licenses') : [],
    hasGoals ? api('GET /OutsideActivities') : [],
    hasGoals ? api('GET /user/:id/ReportedActivities', { params }) : [],
    registers ? api('GET /user/:id/OtherRequirementResults', { params }) : [],
    registers ? api('GET /OtherRequirement') : [],
  ])
  return { cycles, renewals, goals, licenses, activities, reports, results, requirements }
}

export type PersonLicenseFacts = NonNullable<Awaited<ReturnType<typeof loadPersonLicenses>>>
