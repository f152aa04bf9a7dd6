import type { driverExams } from '#api/catalogue/exams/table.ts'
import type { occasions } from '#api/catalogue/occasions/table.ts'
import type { StoryEducation } from '#story/catalogue/education.ts'
import type { Draw } from '#story/draw.ts'
import type { Calendar } from './calendar.ts'
import type { Ledger } from './ledger.ts'

export interface SeededPart {
  id: number
  letter: 'C' | 'D' | 'P' | 'S'
}

export interface SeededEducation {
  id: number
  /** Unique code; in a large world `story.code` is not. */
  code: string
  categoryId: number
  story: StoryEducation
  parts: SeededPart[]
  responsibleIds: number[]
}

export interface SeededOccasion {
  row: typeof occasions.$inferInsert & { id: number }
  responsibleId: number
  booked: number
  isPast: boolean
}

export interface SeededExam {
  row: typeof driverExams.$inferInsert & { id: number; maxParticipants: number; startsAt: Date }
  booked: number
  /** Days from today. */
  days: number
}

export interface SeededPerson {
  id: number
  age: number
  isExternal: boolean
  organizationId: number | null
  guardianId: number | null
  /** The date of birth is unknown, so an exam treats the person as a minor. */
  isAgeUnknown?: true
}

/** State of the story that later steps read. */
export interface World {
  ledger: Ledger
  calendar: Calendar
  draw: Draw
  scale: number
  districtIds: number[]
  clubIds: number[]
  educators: Map<number, number[]>
  people: SeededPerson[]
  educations: SeededEducation[]
  byCode: Map<string, SeededEducation>
  occasionsOf: Map<number, SeededOccasion[]>
  canceledOccasionIds: Set<number>
  examsOf: Map<number, SeededExam[]>
}

/** Finds an education by its code; throws when the story has none. */
export function findEducation(world: World, code: string): SeededEducation {
  const found = world.byCode.get(code)
  if (!found) throw new Error(`the story has no education ${code}`)
  return found
}
