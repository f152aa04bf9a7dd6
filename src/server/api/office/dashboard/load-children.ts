import { latestAdultBirth } from '#api/ages.ts'
import type { Ctx } from '#api/context.ts'
import { loadBookings } from '#api/office/bookings/load-bookings.ts'
import { listChildren } from '#api/people/guardians/children.ts'
import type { Child } from '#api/people/guardians/contract.ts'
import { toPortalDay } from '#api/zone.ts'
import type { ChildOverview } from './contract.ts'
import { chooseChildStep, toStartedEducation } from './rules.ts'
import { begunFrom, selectBooked, selectStarted, toBookedOccasion } from './storage.ts'

async function loadChild(ctx: Ctx, child: Child): Promise<ChildOverview> {
  const { db, now } = ctx
  const at = now.toISOString()
  const [startedRows, bookedRows, { bookings, reservations }] = await Promise.all([
    selectStarted(db, { userId: child.id, now: at, bornBy: latestAdultBirth(toPortalDay(now)) }),
    selectBooked(db, { userId: child.id, now: at }),
    loadBookings(ctx, child.id, 0),
  ])
  const started = startedRows.map((row) => toStartedEducation(begunFrom(row, now)))
  const booked = bookedRows.map(toBookedOccasion)
  const next = chooseChildStep({ started, booked }, now)
  return { ...child, next, bookings, reservations }
}

/**
 * Loads the next step, the bookings and the reserved seats of each child that the caller is a confirmed guardian of.
 * The order is that of `listChildren`.
 *
 * Nothing is recommended. A seat that waits for payment is the next step before all others. Bookings and seats are
 * those of `loadBookings`. Two round trips, one without children.
 */
export async function loadChildren(ctx: Ctx): Promise<ChildOverview[]> {
  const children = await listChildren(ctx)
  return Promise.all(children.map((child) => loadChild(ctx, child)))
}
