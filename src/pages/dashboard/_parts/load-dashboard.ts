import type { Actor } from '#api/actor.ts'
import { hasGoalChoices } from '#islands/licenses/choosable-goals.ts'
import { createMenu } from '#layouts/menu.ts'
import { screens } from '#screens/screens.ts'
import { placeOnce } from './place-once.ts'

/**
 * Loads the start page of a person in one round trip. Each booking, payment and offer of a seat is in one place only;
 * seats that await payment for a child are with the child, not among `reservations`. `isNew`: nothing begun, booked or
 * to pay, and no administration. `canChoose`: some licence is neither held nor a goal. Without that and without goals,
 * as while the feature is off, `userId` is null.
 */
export async function loadDashboard({ api, configuration }: App.Locals, actor: Actor) {
  const features = configuration?.features ?? []
  const hasLicenses = features.includes('License')
  const person = { params: { id: actor.id } }
  const [
    { next, started, recommended, notices },
    { bookings, reservations },
    family,
    events,
    goals,
    licenses,
    waiting,
  ] = await Promise.all([
    api('GET /Dashboard'),
    api('GET /user/:id/Bookings', { params: { id: actor.id } }),
    api('GET /Dashboard/children'),
    api('GET /Events/latest', { query: { limit: 10 } }),
    hasLicenses ? api('GET /user/:id/LicenseGoals', person) : [],
    hasLicenses ? api('GET /user/:id/LicenseQualifications', person) : [],
    api('GET /WaitingList'),
  ])
  const canChoose = hasGoalChoices(
    licenses,
    goals.map(({ licenseId }) => licenseId),
  )
  const { administration } = createMenu(screens, actor, features)
  // A seat for a child is shown with the child.
  const own = reservations.filter(({ userId }) => !family.some(({ id }) => id === userId))
  return {
    ...placeOnce({ next, bookings, reservations: own, waiting, family }),
    started,
    recommended,
    notices,
    events,
    goals,
    canChoose,
    userId: canChoose || goals.length > 0 ? actor.id : null,
    administration,
    hasAside: notices.length > 0 || administration.length > 0,
    // Administrators do not get the introduction for new people.
    isNew: started.length === 0 && bookings.length === 0 && reservations.length === 0 && administration.length === 0,
  }
}
