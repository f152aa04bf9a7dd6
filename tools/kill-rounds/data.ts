import { createHash } from 'node:crypto'
import type { D1Database } from '@cloudflare/workers-types'
import { withPartWords } from '#api/catalogue/education-parts/rules.ts'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { withEducationWords } from '#api/catalogue/educations/rules.ts'
import { educations, educationToCategory, educationToPart } from '#api/catalogue/educations/table.ts'
import { withOccasionWords } from '#api/catalogue/occasions/rules.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { sessions } from '#api/people/authentication/table.ts'
import { withUserWords } from '#api/people/users/rules.ts'
import { users } from '#api/people/users/table.ts'
import { cast } from '#story/people.ts'
import { type Ledger, openLedger } from '../seed/ledger.ts'
import { writeLedger } from '../seed/write.ts'

/** First id, far above those of the seed. */
const firstId = 900_000

/** Ids, seats and numbers of people of the rounds; the ids of people follow from `firstId`. */
export const roundData = {
  educationId: firstId,
  /** An education that is not published yet. */
  draftId: firstId + 1,
  partIds: { free: firstId, paid: firstId + 1, owed: firstId + 2, called: firstId + 3, digital: firstId + 4 },
  occasionIds: { free: firstId, paid: firstId + 1, owed: firstId + 2, called: firstId + 3 },
  /** Seats, and people who want them. */
  free: { places: 5, people: 9 },
  paid: { places: 4, people: 6, feeMinor: 45_000 },
  owed: { people: 12, feeMinor: 30_000 },
  imported: { people: 20, titles: 30 },
  /** People who are signed up and cancel in each round. */
  called: { people: 8 },
} as const

const now = () => new Date()
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
const stamps = () => ({ createdAt: now(), changedAt: now() })

const personAt = (at: number) => ({ id: firstId + at, token: `kill-rounds-${at}`, externalId: `KR${firstId + at}` })
/** The superadministrator of the rounds, with a session of its own. */
export const office = { id: cast.superadmin.id, token: 'kill-rounds-office' }

const beforeCalled = roundData.free.people + roundData.paid.people + roundData.owed.people + roundData.imported.people
const peopleInAll = beforeCalled + roundData.called.people

/** People of each group; every person belongs to one group only, so that the steps do not affect each other. */
export const crowd = {
  free: (at: number) => personAt(at),
  paid: (at: number) => personAt(roundData.free.people + at),
  owed: (at: number) => personAt(roundData.free.people + roundData.paid.people + at),
  called: (at: number) => personAt(beforeCalled + at),
  imported: (at: number) => personAt(roundData.free.people + roundData.paid.people + roundData.owed.people + at),
}

function addSession(ledger: Ledger, userId: number, token: string): void {
  const tokenHash = createHash('sha256').update(token).digest('hex')
  ledger.add(sessions, { tokenHash, userId, createdAt: now(), lastUsedAt: now(), expiresAt: inDays(1) })
}

function addPeople(ledger: Ledger): void {
  addSession(ledger, office.id, office.token)
  for (let at = 0; at < peopleInAll; at += 1) {
    const { id, token, externalId } = personAt(at)
    ledger.add(
      users,
      withUserWords({
        id,
        firstName: 'Runda',
        lastName: `Nr ${at}`,
        userName: `runda-${at}`,
        externalPersonId: externalId,
        email: `runda${at}@prov.example`,
        birthOn: '1985-03-04',
        ...stamps(),
      }),
    )
    addSession(ledger, id, token)
  }
}

function addPlace(ledger: Ledger, name: keyof typeof roundData.occasionIds, more: Record<string, unknown>): void {
  const [id, occasionId] = [roundData.partIds[name], roundData.occasionIds[name]]
  ledger.add(educationParts, withPartWords({ id, title: `Del ${name}`, type: 0, customQuestions: [], ...stamps() }))
  ledger.add(educationToPart, { educationId: roundData.educationId, educationPartId: id, position: id - firstId })
  ledger.add(
    occasions,
    withOccasionWords({
      id: occasionId,
      educationPartId: id,
      startsAt: inDays(30),
      endsAt: inDays(31),
      sessions: [],
      city: 'Karlstad',
      paymentMethods: [0 as const, 1 as const],
      customQuestions: [],
      ...stamps(),
      ...more,
    }),
  )
}

function addOwed(ledger: Ledger, recipientId: number): void {
  for (let at = 0; at < roundData.owed.people; at += 1)
    ledger.add(educationPartResults, {
      id: firstId + at,
      userId: crowd.owed(at).id,
      educationId: roundData.educationId,
      customAnswers: [],
      educationPartId: roundData.partIds.owed,
      occasionId: roundData.occasionIds.owed,
      signedUpAt: inDays(-3),
      feeAtSignUpMinor: roundData.owed.feeMinor,
      invoiceRecipientId: recipientId,
      ...stamps(),
    })
}

/** Ids of the sign-ups that are cancelled in each round, by person. */
export const resultIdsCalled = Array.from(
  { length: roundData.called.people },
  (_, at) => firstId + roundData.owed.people + at,
)

function addCalled(ledger: Ledger): void {
  for (const [at, id] of resultIdsCalled.entries())
    ledger.add(educationPartResults, {
      id,
      userId: crowd.called(at).id,
      educationId: roundData.educationId,
      customAnswers: [],
      educationPartId: roundData.partIds.called,
      occasionId: roundData.occasionIds.called,
      signedUpAt: inDays(-3),
      ...stamps(),
    })
}

function addCourse(ledger: Ledger, categoryId: number): void {
  const id = roundData.partIds.digital
  ledger.add(educationParts, withPartWords({ id, title: 'Del digital', type: 1, customQuestions: [], ...stamps() }))
  ledger.add(
    educations,
    withEducationWords({
      id: roundData.draftId,
      title: 'Rundornas utkast',
      publishedAt: null,
      paymentMethods: [],
      customQuestions: [],
      ...stamps(),
    }),
  )
  ledger.add(educationToPart, { educationId: roundData.draftId, educationPartId: id, position: 0 })
  ledger.add(educationToCategory, { educationId: roundData.draftId, educationCategoryId: categoryId })
}

/** Adds the data of the rounds to the seeded federation; returns the organisation that is invoiced. */
export async function prepareData(db: D1Database): Promise<{ recipientId: number }> {
  const row = await db.prepare('SELECT id FROM organizations WHERE can_be_invoiced = 1 LIMIT 1').first<{ id: number }>()
  if (!row) throw new Error('the seed has nobody to invoice')
  const category = await db
    .prepare('SELECT id FROM education_categories WHERE active = 1 LIMIT 1')
    .first<{ id: number }>()
  if (!category) throw new Error('the seed has no category')
  const ledger = openLedger()
  addPeople(ledger)
  ledger.add(
    educations,
    withEducationWords({
      id: roundData.educationId,
      title: 'Rundornas utbildning',
      publishedAt: inDays(-30),
      paymentMethods: [0 as const, 1 as const],
      customQuestions: [],
      ...stamps(),
    }),
  )
  addPlace(ledger, 'free', { maxParticipants: roundData.free.places })
  addPlace(ledger, 'paid', { maxParticipants: roundData.paid.places, feeMinor: roundData.paid.feeMinor })
  addPlace(ledger, 'owed', {})
  addPlace(ledger, 'called', {})
  addOwed(ledger, row.id)
  addCalled(ledger)
  addCourse(ledger, category.id)
  await writeLedger(db, ledger)
  return { recipientId: row.id }
}

/** Ids of the sign-ups that are invoiced. */
export const resultIdsOwed = Array.from({ length: roundData.owed.people }, (_, at) => firstId + at)

/** Returns an import file in which everybody has completed everything, with some rows repeated and some invalid. */
export function createImportFile(): { text: string; rows: number } {
  const people = Array.from({ length: roundData.imported.people }, (_, at) => crowd.imported(at).externalId)
  const lines = people.flatMap((id) =>
    Array.from(
      { length: roundData.imported.titles },
      (_, at) => `${id};Rundornas kurs ${at};2019-05-${10 + (at % 18)}`,
    ),
  )
  const all = [...lines, ...lines.slice(0, 40), 'KR0;Rundornas kurs 1;2019-05-01', `${people[0]};Rundornas kurs 1;igår`]
  return { text: ['IdrottsID;Utbildning;Genomförd', ...all].join('\r\n'), rows: all.length }
}
