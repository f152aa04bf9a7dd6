import { driverExamProtocols, driverExamResponsibles, driverExams } from '#api/catalogue/exams/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { toPortalDay } from '#api/zone.ts'
import type { Draw } from '#story/draw.ts'
import { examChecklist } from '#story/exam-checklist.ts'
import { cities } from '#story/names.ts'
import { cast, castMembers } from '#story/people.ts'
import { newJournal, recordPart } from './progress.ts'
import {
  findEducation,
  type SeededEducation,
  type SeededExam,
  type SeededPart,
  type SeededPerson,
  type World,
} from './world.ts'

const tracks = ['Gelleråsen', 'Kinnekulle Ring', 'Mantorp Park', 'Rudskogen', 'Knutstorp', 'Falkenbergs motorbana']

const examPartOf = ({ parts }: SeededEducation) => parts.find(({ letter }) => letter === 'P')

interface ExamOptions {
  days: number
  hour?: number
  city: string
  max: number
  examinerId: number
}

function addExam(
  world: World,
  education: SeededEducation,
  part: SeededPart,
  draw: Draw,
  options: ExamOptions,
): SeededExam {
  const { ledger, calendar } = world
  const { days, hour = 9, city, max, examinerId } = options
  const startsAt = calendar.at(days, hour)
  const row = {
    id: ledger.nextId(driverExams),
    educationPartId: part.id,
    educationId: education.id,
    startsAt,
    endsAt: calendar.at(days, 15),
    heldOn: toPortalDay(startsAt),
    lastSignUpAt: days > 7 ? calendar.at(days - 5, 23.75) : null,
    city,
    venue: draw.pick(tracks),
    address: `Banvägen ${draw.between(1, 40)}`,
    examinerId,
    maxParticipants: max,
    feeMinor: 0,
    createdAt: calendar.at(Math.min(days, 0) - 60),
    changedAt: calendar.at(Math.min(days, 0) - 30),
  }
  ledger.add(driverExams, row)
  const second = draw.pick(education.responsibleIds)
  if (second !== examinerId) ledger.add(driverExamResponsibles, { driverExamId: row.id, userId: second })
  const seeded = { row, booked: 0, days }
  world.examsOf.set(part.id, [...(world.examsOf.get(part.id) ?? []), seeded])
  return seeded
}

/**
 * Returns the hour at which today's exam began: nine o'clock, or the current hour when the portal is seeded earlier.
 */
const begunBy = ({ at, today }: World['calendar']) =>
  [9, 8, 7, 6, 5, 4, 3, 2, 1].find((hour) => at(0, hour) <= today) ?? 0

/** Adds one exam today, with the cast's educator, and coming exams for every education that has them. */
export function addExams(world: World): void {
  const draw = world.draw.branch('exams')
  const today = findEducation(world, 'KAR-01')
  const first = examPartOf(today)
  const firstDay = { days: 0, hour: begunBy(world.calendar), city: 'Karlstad', max: 10, examinerId: cast.educator.id }
  if (first) addExam(world, today, first, draw, firstDay)
  const folkrace = findEducation(world, 'FOL-01')
  const second = examPartOf(folkrace)
  if (second)
    for (const days of [16, 37])
      addExam(world, folkrace, second, draw, { days, city: 'Örebro', max: 8, examinerId: cast.educator.id })
  for (const education of world.educations) {
    const part = examPartOf(education)
    if (!part || education.story.unpublished) continue
    for (const days of [draw.between(6, 20), draw.between(30, 60), draw.between(70, 110)]) {
      const examinerId = draw.pick(education.responsibleIds)
      addExam(world, education, part, draw, { days, city: draw.pick(cities), max: draw.between(3, 6) * 2, examinerId })
    }
  }
}

/** Returns a coming exam of the part with a free seat, for a person who has come that far; null when there is none. */
export function findExam(world: World, part: SeededPart): SeededExam | null {
  const open = (world.examsOf.get(part.id) ?? []).find(
    ({ row, booked, days }) => days > 5 && booked < row.maxParticipants,
  )
  return open ?? null
}

const signature = 'M60 120 L90 60 L120 130 L150 80 L185 125 L230 90 L260 120 L330 100 L350 120 L420 95 L470 118'

function addProtocol(world: World, resultId: number, exam: SeededExam, failedId: number | null): void {
  const signedAt = exam.row.startsAt
  const comment = 'Körde vidare på gul flagga i andra varvet. Öva på att läsa posteringarna.'
  world.ledger.add(driverExamProtocols, {
    resultId,
    items: examChecklist.map((item) => {
      const isFailed = item.id === failedId
      return { ...item, passed: !isFailed, comment: isFailed ? comment : null }
    }),
    passed: failedId === null,
    note: failedId === null ? null : 'Nervös men på väg. Ta gärna samma bana nästa gång.',
    signature,
    examinerId: exam.row.examinerId,
    signedAt,
    changedAt: signedAt,
  })
}

interface Driver {
  person: SeededPerson
  outcome: 'passed' | 'failed' | 'signedUp' | 'alone'
}

function addDriver(world: World, education: SeededEducation, exam: SeededExam, { person, outcome }: Driver): void {
  const { calendar } = world
  const taking = { person, education, journal: newJournal() }
  for (const part of education.parts.filter(({ letter }) => letter !== 'P')) {
    const completedAt = calendar.at(-12, 18)
    recordPart(world, taking, part, {
      completed: true,
      completedAt,
      createdAt: calendar.at(-30),
      changedAt: completedAt,
    })
  }
  const part = examPartOf(education)
  if (!part) return
  const examinedAt = exam.row.startsAt
  const isAlone = outcome === 'alone'
  recordPart(world, taking, part, {
    practicalDriverExamId: exam.row.id,
    signedUpAt: isAlone ? null : calendar.at(-10, 20),
    ...(isAlone ? { guardianUserId: null } : {}),
    ...(outcome === 'passed' ? { completed: true, completedAt: examinedAt, attended: true } : {}),
    ...(outcome === 'failed' ? { canceled: true, attended: true } : {}),
    createdAt: calendar.at(-10, 20),
    changedAt: outcome === 'passed' || outcome === 'failed' ? examinedAt : calendar.at(-10, 20),
  })
  exam.booked += 1
  // The database numbers results in the order in which they are inserted.
  const resultId = world.ledger.rowsOf(educationPartResults).length
  if (outcome === 'passed') addProtocol(world, resultId, exam, null)
  if (outcome === 'failed') addProtocol(world, resultId, exam, 6)
}

/** Adds the participants of today's exam: people without any other result in its education. */
export function addExamDay(world: World): void {
  const education = findEducation(world, 'KAR-01')
  const [exam] = world.examsOf.get(examPartOf(education)?.id ?? 0) ?? []
  if (!exam) return
  const partIds = new Set(education.parts.map(({ id }) => id))
  const busy = new Set(
    world.ledger
      .rowsOf(educationPartResults)
      .filter((row) => partIds.has(Number(row['educationPartId'])))
      .map((row) => row['userId']),
  )
  const free = world.people.filter(
    (one) => one.id > castMembers.length && !busy.has(one.id) && !one.isExternal && !one.isAgeUnknown,
  )
  const children = free.filter(({ age, guardianId }) => age >= 9 && age <= 15 && guardianId !== null)
  const adults = free.filter(({ age }) => age >= 19 && age <= 40)
  const outcomes = ['passed', 'signedUp', 'failed', 'signedUp', 'signedUp'] as const
  outcomes.forEach((outcome, at) => {
    const person = (at % 2 === 0 ? children : adults)[at]
    if (person) addDriver(world, education, exam, { person, outcome })
  })
  const last = children.at(-1)
  if (last) addDriver(world, education, exam, { person: last, outcome: 'alone' })
}
