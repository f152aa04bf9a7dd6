import { castMembers } from '#story/people.ts'
import { findExam } from './exams.ts'
import {
  completePart,
  findOccasion,
  type Journal,
  newJournal,
  type Participation,
  recordEducation,
  recordPart,
} from './progress.ts'
import type { SeededEducation, SeededPart, SeededPerson, World } from './world.ts'

function isFor(person: SeededPerson, { story }: SeededEducation): boolean {
  const isPaid = (story.fee ?? 0) + (story.occasionFee ?? 0) > 0
  const isClosed = person.isExternal && (story.closedToExternals || isPaid)
  const lacksGuardian = person.age < (story.guardianUnder ?? 0) && person.guardianId === null
  const isOfAge = person.age >= (story.minAge ?? 7) && person.age <= (story.maxAge ?? 120)
  return !story.unpublished && isOfAge && !isClosed && !lacksGuardian
}

/** Completes a random number of parts; returns the day of the last one and their number. */
function walk(world: World, taking: Participation, stopAt: number): { day: number; done: number } {
  const { education, journal } = taking
  let day = -world.draw.between(60, 320)
  for (const [done, part] of education.parts.entries()) {
    if (done === stopAt) return { day, done }
    if (journal.donePartIds.has(part.id)) continue
    const next = completePart(world, taking, part, day)
    if (next === null) return { day, done }
    day = next
  }
  return { day, done: education.parts.length }
}

/** Adds an open result of a classroom part: booked, waiting for approval, present without passing, or cancelled. */
function openClassroom(world: World, taking: Participation, part: SeededPart): boolean {
  const { calendar, draw } = world
  const wantsPast = draw.chance(0.2)
  const isCanceled = draw.chance(0.12)
  const occasion = findOccasion(
    world,
    part,
    (one) => one.isPast === wantsPast && !(wantsPast && world.canceledOccasionIds.has(one.row.id)),
  )
  if (!occasion) return false
  const changedAt = wantsPast ? occasion.row.endsAt : calendar.at(-draw.between(1, 40), draw.between(7, 22))
  if (wantsPast) recordPart(world, taking, part, { attended: draw.chance(0.7) ? true : null, changedAt }, occasion)
  else if (isCanceled) recordPart(world, taking, part, { canceled: true, changedAt }, occasion)
  else {
    const isPending = occasion.row.needsApproval && draw.chance(0.75)
    recordPart(
      world,
      taking,
      part,
      { signedUpAt: isPending ? null : changedAt, createdAt: changedAt, changedAt },
      occasion,
    )
  }
  return !isCanceled
}

function open(world: World, taking: Participation, part: SeededPart): boolean {
  if (taking.journal.openPartIds.has(part.id) || taking.journal.donePartIds.has(part.id)) return false
  if (part.letter === 'C') return openClassroom(world, taking, part)
  const changedAt = world.calendar.at(-world.draw.between(1, 50), world.draw.between(7, 22))
  if (part.letter !== 'P') {
    recordPart(world, taking, part, { changedAt })
    return true
  }
  const exam = findExam(world, part)
  if (!exam) return false
  exam.booked += 1
  const isAlone = taking.person.isAgeUnknown && taking.person.guardianId === null
  recordPart(world, taking, part, {
    practicalDriverExamId: exam.row.id,
    changedAt,
    ...(isAlone ? { signedUpAt: null } : {}),
  })
  return true
}

/** Adds an earlier result without parts, from an import or an educator's registration. */
function register(world: World, taking: Participation): void {
  const source = world.draw.chance(0.7) ? 1 : 2
  const registeredByUserId = source === 2 ? (taking.education.responsibleIds[0] ?? null) : 1
  recordEducation(world, taking, -world.draw.between(400, 1500), {
    completed: true,
    source,
    registeredByUserId,
    signedUpAt: null,
  })
}

/** Adds a person's way through an education; returns true when it is completed afterwards. */
function take(world: World, taking: Participation, wantsAll: boolean): boolean {
  const { person, education, journal } = taking
  if (journal.doneEducationIds.has(education.id)) return true
  const isBusy =
    journal.begunEducationIds.has(education.id) || education.parts.some((part) => journal.openPartIds.has(part.id))
  if (isBusy || !isFor(person, education)) return false
  if (!finishPrerequisites(world, taking)) return false
  if (wantsAll && world.draw.chance(0.12)) {
    register(world, taking)
    return true
  }
  const stopAt = wantsAll ? education.parts.length : world.draw.below(education.parts.length)
  const { day, done } = walk(world, taking, stopAt)
  const next = education.parts[done]
  if (!next) {
    recordEducation(world, taking, day, { completed: true })
    return true
  }
  const isOpen = open(world, taking, next)
  if (isOpen || done > 0) recordEducation(world, taking, -world.draw.between(1, 60))
  return false
}

function finishPrerequisites(world: World, { person, education, journal }: Participation): boolean {
  const suffix = education.code.slice(education.story.code.length)
  return (education.story.prerequisites ?? []).every((code) => {
    const before = world.byCode.get(code + suffix)
    return before !== undefined && take(world, { person, education: before, journal }, true)
  })
}

/** Fills small occasions first, so that some of the coming ones are full. */
function fillSmallOnes(world: World, journals: Map<number, Journal>): void {
  const adults = world.people.filter(
    (person) => person.id > castMembers.length && person.age >= 21 && !person.isExternal,
  )
  const { calendar, draw } = world
  for (const education of world.educations.filter((one) => !one.story.prerequisites)) {
    const part = education.parts.find((one) => one.letter === 'C')
    if (!part) continue
    const [small] = (world.occasionsOf.get(part.id) ?? []).filter(
      (one) => !one.isPast && (one.row.maxParticipants ?? 99) <= 8,
    )
    for (let tries = 0; small && small.booked < (small.row.maxParticipants ?? 0) && tries < 200; tries += 1) {
      const person = draw.pick(adults)
      const journal = journals.get(person.id) ?? newJournal()
      journals.set(person.id, journal)
      if (journal.openPartIds.has(part.id) || journal.begunEducationIds.has(education.id)) continue
      const taking = { person, education, journal }
      recordPart(world, taking, part, { changedAt: calendar.at(-draw.between(8, 60), draw.between(7, 22)) }, small)
      recordEducation(world, taking, -8)
    }
  }
}

/** Adds all results except the cast's: completed, in progress, waiting, absent, cancelled, imported. */
export function addResults(world: World): void {
  const journals = new Map<number, Journal>()
  fillSmallOnes(world, journals)
  for (const person of world.people) {
    if (person.id <= castMembers.length) continue
    const journal = journals.get(person.id) ?? newJournal()
    const wishes = world.draw.below(5)
    for (let wish = 0; wish < wishes; wish += 1) {
      const education = world.draw.pick(world.educations)
      take(world, { person, education, journal }, world.draw.chance(0.6))
    }
  }
}
