import type { Page } from '@playwright/test'
import { callAs } from './call-as.ts'

interface Occasion {
  id: number
  bookedCount: number
  canceled: boolean
}

/** Lists the dates of the education at a path that are not cancelled. */
async function listOccasions(office: Page, path: string): Promise<Occasion[]> {
  const view = await callAs(office, 'get', `/Educations/${path.replace('/education/', '')}/view`)
  return view.occasions.filter(({ canceled }: Occasion) => !canceled)
}

/** Gives each date of the education at a path, or the date `only` of it, as many free seats as asked for. */
export async function setFreeSeats(office: Page, path: string, free: number, only?: number): Promise<void> {
  for (const { id, bookedCount } of await listOccasions(office, path)) {
    if (only !== undefined && id !== only) continue
    const managed = await callAs(office, 'get', `/EducationPartOccasions/${id}/managed`)
    await callAs(office, 'put', '/EducationPartOccasions', { ...managed, maxParticipants: bookedCount + free })
  }
}

/** Cancels each date of the education at a path. */
export async function cancelDates(office: Page, path: string): Promise<void> {
  for (const { id } of await listOccasions(office, path))
    await callAs(office, 'put', `/EducationPartOccasions/${id}/CancelOccasion`, {})
}
