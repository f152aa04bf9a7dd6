import { getISOWeek } from 'date-fns'
import { tags } from '#api/participation/tags/table.ts'
import { addOccasion } from './occasions.ts'
import type { SeededEducation, World } from './world.ts'

/** Coming weekends, in days from today; both days are booked together. */
const weekends = [
  { days: 40, city: 'Karlstad', max: 12 },
  { days: 68, city: 'Örebro', max: 8 },
] as const

function addWeekends(world: World, education: SeededEducation): void {
  const { ledger, calendar } = world
  const meetings = education.parts.filter(({ letter }) => letter === 'C')
  for (const { days, city, max } of weekends) {
    const id = ledger.nextId(tags)
    const at = calendar.at(-20)
    const name = `${city} vecka ${getISOWeek(calendar.at(days))}`
    ledger.add(tags, { id, educationId: education.id, name, createdAt: at, changedAt: at })
    for (const [day, part] of meetings.entries()) {
      const { row } = addOccasion(world, education, part, { days: days + 2 * day, city, max })
      row.tagId = id
    }
  }
}

/**
 * Adds tags to educations of several meetings. Called after the results, so that nobody is signed up for one day alone.
 */
export function addTags(world: World): void {
  for (const education of world.educations) {
    const meetings = education.parts.filter(({ letter }) => letter === 'C')
    if (meetings.length > 1 && !education.story.unpublished) addWeekends(world, education)
  }
}
