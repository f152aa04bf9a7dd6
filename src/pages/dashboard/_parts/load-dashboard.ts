import type { Actor } from '#api/actor.ts'
import { screens } from '#edge/screens.ts'
import { createMenu } from '#layouts/menu.ts'

/** Loads the start page of a person in one round trip. */
export async function loadDashboard({ api, configuration }: App.Locals, actor: Actor) {
  const features = configuration?.features ?? []
  const [{ next, started, recommended, notices }, { bookings, reservations }, events, goals] = await Promise.all([
    api('GET /Dashboard'),
    api('GET /user/:id/Bookings', { params: { id: actor.id } }),
    api('GET /Events/latest', { query: { limit: 10 } }),
    features.includes('License') ? api('GET /user/:id/LicenseGoals', { params: { id: actor.id } }) : [],
  ])
  const { administration } = createMenu(screens, actor, features)
  return {
    next,
    started,
    bookings,
    reservations,
    recommended,
    notices,
    events,
    goals,
    administration,
    hasAside: notices.length > 0 || administration.length > 0,
    // Administrators do not get the introduction for new people.
    isNew: started.length === 0 && bookings.length === 0 && reservations.length === 0 && administration.length === 0,
  }
}
