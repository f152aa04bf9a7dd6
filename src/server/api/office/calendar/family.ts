import { addYears } from 'date-fns'
import type { Ctx } from '#api/context.ts'
import { asMember } from '#api/participation/waiting-list/as-member.ts'
import { listChildren } from '#api/people/guardians/children.ts'
import { Refused } from '#api/refusals.ts'
import type { ItemWithoutInvitation } from './contract.ts'
import type { EducationSelection } from './education-selection-storage.ts'
import type { TimeWindow } from './rules.ts'
import { listBooked } from './storage.ts'

/** How far ahead bookings are listed when no period is asked for. */
const yearsAhead = 10

/** Returns the ten years from now on, the period that holds every coming booking. */
export const comingWindow = (now: Date): TimeWindow => ({ from: now, to: addYears(now, yearsAhead) })

/** An item before its invitation is added, with the people of the family who have a seat on it. */
export interface FamilyItemOf extends ItemWithoutInvitation {
  userIds: number[]
}

interface PersonItems {
  userId: number
  items: readonly ItemWithoutInvitation[]
}

/** Lists each item once, in chronological order, with everybody who has a seat on it. */
function mergeFamilyItems(lists: readonly PersonItems[]): FamilyItemOf[] {
  const merged = new Map<string, FamilyItemOf>()
  for (const { userId, items } of lists)
    for (const item of items) {
      const existing = merged.get(item.id)
      if (!existing) merged.set(item.id, { ...item, userIds: [userId] })
      else {
        existing.userIds.push(userId)
        existing.pending ||= item.pending
        existing.booked ||= item.booked
      }
    }
  return [...merged.values()].sort(
    (a, b) => a.startDate.getTime() - b.startDate.getTime() || a.id.localeCompare(b.id, 'en'),
  )
}

interface FamilyQuery {
  /** The caller or a child; everybody when it is absent. */
  userId: number | undefined
  window: TimeWindow
  narrowing: EducationSelection
}

/**
 * Lists the occasions and exams that the caller and the caller's children are booked on in a period, chronologically.
 * At most 200 items of each person are read. With a `userId` only those of that person. An item stands once, with the
 * ids of those who have a seat on it; it is booked or pending when one of them is, and its other values are those for
 * the first of them. Cancelled occasions that they were booked on are included; `narrowing` filters by education. Two
 * round trips.
 *
 * @throws Refused('not_allowed') for a person who is neither the caller nor a child of the caller.
 */
export async function listFamilyItems(ctx: Ctx, { userId, window, narrowing }: FamilyQuery): Promise<FamilyItemOf[]> {
  const family = [ctx.actor.id, ...(await listChildren(ctx)).map(({ id }) => id)]
  const chosen = family.filter((id) => userId === undefined || id === userId)
  if (chosen.length === 0) throw new Refused('not_allowed')
  // Each item is read as its person, whose sign-ups decide its state and price.
  const lists = await Promise.all(
    chosen.map(async (id) => {
      const items = await listBooked(id === ctx.actor.id ? ctx : asMember(ctx, id), window, narrowing)
      return { userId: id, items: items.filter(({ booked, canceled }) => booked || canceled) }
    }),
  )
  return mergeFamilyItems(lists)
}
