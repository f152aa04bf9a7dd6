import { toVerificationCode } from '#api/participation/results/certificate-codes/rules.ts'
import { educationPartResults, educationResults } from '#api/participation/results/table.ts'
import type { SeededEducation, SeededOccasion, SeededPart, SeededPerson, World } from './world.ts'

const monthDays = 30.44

/** A person's progress so far, which keeps later rows of the story consistent. */
export interface Journal {
  donePartIds: Set<number>
  openPartIds: Set<number>
  begunEducationIds: Set<number>
  doneEducationIds: Set<number>
}

/** Creates the journal of a person without progress. */
export const newJournal = (): Journal => ({
  donePartIds: new Set(),
  openPartIds: new Set(),
  begunEducationIds: new Set(),
  doneEducationIds: new Set(),
})

type PartRow = typeof educationPartResults.$inferInsert

export interface Participation {
  person: SeededPerson
  education: SeededEducation
  journal: Journal
}

function feeOf({ person, education }: Participation, part: SeededPart, occasion: SeededOccasion | null) {
  const educationFeeMinor = part === education.parts[0] ? (education.story.fee ?? 0) * 100 : 0
  const feeAtSignUpMinor = educationFeeMinor + (occasion?.row.feeMinor ?? 0)
  return {
    feeAtSignUpMinor,
    educationFeeMinor,
    invoiceRecipientId: feeAtSignUpMinor > 0 ? person.organizationId : null,
  }
}

const answersFor = ({ education }: Participation, part: SeededPart) =>
  education.story.question && part.letter === 'C' ? [{ questionId: 1, answer: 'Ja' }] : []

/** Adds a result of one part, and counts the seat as the database will. */
export function recordPart(
  world: World,
  taking: Participation,
  part: SeededPart,
  row: Partial<PartRow> & { changedAt: Date },
  occasion: SeededOccasion | null = null,
): void {
  const { person, education, journal } = taking
  const { guardianUnder } = education.story
  if (occasion && !row.canceled) occasion.booked += 1
  if (row.completed) journal.donePartIds.add(part.id)
  else if (!row.canceled) journal.openPartIds.add(part.id)
  world.ledger.add(educationPartResults, {
    userId: person.id,
    educationPartId: part.id,
    educationId: education.id,
    occasionId: occasion?.row.id ?? null,
    signedUpAt: row.changedAt,
    customAnswers: answersFor(taking, part),
    guardianUserId: guardianUnder && person.age < guardianUnder ? person.guardianId : null,
    createdAt: row.changedAt,
    ...feeOf(taking, part, occasion),
    ...row,
  })
}

const hasRoom = (occasion: SeededOccasion) =>
  occasion.row.maxParticipants === null || occasion.booked < (occasion.row.maxParticipants ?? Number.POSITIVE_INFINITY)

/** Draws an occasion of a part that has a free seat and fits `when`; null when none does. */
export function findOccasion(
  world: World,
  part: SeededPart,
  when: (occasion: SeededOccasion) => boolean,
): SeededOccasion | null {
  const fitting = (world.occasionsOf.get(part.id) ?? []).filter((one) => hasRoom(one) && when(one))
  return fitting.length > 0 ? world.draw.pick(fitting) : null
}

const isHeld = (world: World, occasion: SeededOccasion) => !world.canceledOccasionIds.has(occasion.row.id)

/** Completes one part some time after `since`, in days from today; returns the day, or null when no occasion fits. */
export function completePart(world: World, taking: Participation, part: SeededPart, since: number): number | null {
  const { calendar, draw } = world
  if (part.letter === 'C') {
    const occasion = findOccasion(
      world,
      part,
      (one) => one.isPast && one.row.startsAt > calendar.at(since) && isHeld(world, one),
    )
    if (!occasion) return null
    const endsAt = occasion.row.endsAt
    const signedUpAt = new Date(occasion.row.startsAt.getTime() - draw.between(8, 40) * 86_400_000)
    const done = { completed: true, completedAt: endsAt, attended: true, approvedByUserId: occasion.responsibleId }
    recordPart(world, taking, part, { ...done, signedUpAt, createdAt: signedUpAt, changedAt: endsAt }, occasion)
    return Math.floor((endsAt.getTime() - calendar.today.getTime()) / 86_400_000)
  }
  const day = Math.min(-1, since + draw.between(1, 21))
  const completedAt = calendar.at(day, draw.between(8, 21))
  const score = part.letter === 'D' ? draw.between(80, 100) / 100 : null
  recordPart(world, taking, part, {
    completed: true,
    completedAt,
    score,
    createdAt: calendar.at(day - 1),
    changedAt: completedAt,
  })
  return day
}

/** Returns a verification code in the portal's format, from repeatable bits. */
function verificationCode({ draw }: World): string {
  return toVerificationCode(Array.from({ length: 32 }, () => draw.below(16).toString(16)).join(''))
}

export type EducationRow = typeof educationResults.$inferInsert

/**
 * Adds a result of an education, changed on a day counted from today; a completed one gets its validity and a
 * verification code.
 */
export function recordEducation(
  world: World,
  taking: Participation,
  day: number,
  row: Partial<EducationRow> = {},
): void {
  const { calendar } = world
  const { person, education, journal } = taking
  const { validityMonths } = education.story
  const completed = row.completed ?? false
  journal.begunEducationIds.add(education.id)
  if (completed) journal.doneEducationIds.add(education.id)
  world.ledger.add(educationResults, {
    userId: person.id,
    educationId: education.id,
    completed,
    completedAt: completed ? calendar.at(day, 17) : null,
    signedUpAt: calendar.at(day - 30),
    validToOn: completed && validityMonths ? calendar.on(day + Math.round(validityMonths * monthDays)) : null,
    verificationCode: completed ? verificationCode(world) : null,
    createdAt: calendar.at(day - 30),
    changedAt: calendar.at(day),
    ...row,
  })
}
