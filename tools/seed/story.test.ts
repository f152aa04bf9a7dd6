import { createHash } from 'node:crypto'
import { getTableName } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { withPartWords } from '#api/catalogue/education-parts/rules.ts'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { withEducationWords } from '#api/catalogue/educations/rules.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import { needsGuardian } from '#api/catalogue/exams/rules.ts'
import { driverExams } from '#api/catalogue/exams/table.ts'
import { withOccasionWords } from '#api/catalogue/occasions/rules.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { notices } from '#api/foundation/notices/table.ts'
import { sumInvoiceRows } from '#api/money/invoices/rules.ts'
import { invoiceHeads, invoiceRows } from '#api/money/invoices/table.ts'
import { educationPartResults, educationResults } from '#api/participation/results/table.ts'
import { submissionFiles, submissions } from '#api/participation/submissions/table.ts'
import { tags } from '#api/participation/tags/table.ts'
import { canBeGuardian } from '#api/people/guardians/rules.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { withUserWords } from '#api/people/users/rules.ts'
import { users } from '#api/people/users/table.ts'
import { calculateIncludedVat } from '#api/vat.ts'
import { cast } from '#story/people.ts'
import { generateStory } from './story.ts'

const telling = { today: new Date('2026-05-04T09:00:00Z'), scale: 1, passwordHash: 'x', courses: [] }
const story = generateStory(telling)
const rows = story.ledger.rowsOf

const fingerprint = ({ ledger }: typeof story) =>
  createHash('sha256')
    .update(JSON.stringify(ledger.tables().map((table) => [getTableName(table), ledger.rowsOf(table)])))
    .digest('hex')

test('the same day gives the same story, and another day a different one', () => {
  expect(fingerprint(generateStory(telling))).toBe(fingerprint(story))
  expect(fingerprint(generateStory({ ...telling, today: new Date('2026-05-05T09:00:00Z') }))).not.toBe(
    fingerprint(story),
  )
})

test('the federation has the declared size', () => {
  const ofType = (type: number) => rows(organizations).filter((row) => row.type === type)
  expect([ofType(0), ofType(1), ofType(2)].map((found) => found.length)).toEqual([1, 21, 120])
  expect(rows(users)).toHaveLength(2000)
  expect(rows(educations)).toHaveLength(60)
  const [tied, free] = [true, false].map((isTied) => rows(occasions).filter(({ tagId }) => (tagId ?? 0) > 0 === isTied))
  expect([tied?.length, free?.length]).toEqual([2 * rows(tags).length, 400])
  expect(new Set(rows(educationParts).map((part) => part.type))).toEqual(new Set([0, 1, 2, 3]))
})

test('everything searchable has its search words', () => {
  const ofAll = (found: readonly { searchWords: string }[]) => found.map(({ searchWords }) => searchWords)
  expect(ofAll(rows(users))).toEqual(ofAll(rows(users).map(withUserWords)))
  expect(ofAll(rows(occasions))).toEqual(ofAll(rows(occasions).map(withOccasionWords)))
  expect(ofAll(rows(educationParts))).toEqual(ofAll(rows(educationParts).map(withPartWords)))
  expect(rows(educations)).toEqual(rows(educations).map(withEducationWords))
})

test('no occasion has more people than seats, and some coming ones are full', () => {
  const booked = new Map<number, number>()
  for (const { occasionId, canceled } of rows(educationPartResults))
    if (occasionId && !canceled) booked.set(occasionId, (booked.get(occasionId) ?? 0) + 1)
  const limited = rows(occasions).filter((row) => typeof row.maxParticipants === 'number')
  const left = (row: (typeof limited)[number]) => (row.maxParticipants ?? 0) - (booked.get(row.id ?? 0) ?? 0)
  expect(limited.filter((row) => left(row) < 0)).toEqual([])
  expect(limited.filter((row) => left(row) === 0 && row.startsAt > telling.today).length).toBeGreaterThan(10)
})

test('every notified approval is part of the story', () => {
  const approved = rows(notices).filter(({ kind }) => kind === 'partApproved')
  expect(approved.length).toBeGreaterThan(0)
  for (const { userId, values } of approved) {
    const { id } = rows(educationParts).find(({ title }) => title === values?.['title']) ?? {}
    const result = rows(educationPartResults).find((row) => row.userId === userId && row.educationPartId === id)
    expect(result?.completed, values?.['title']).toBe(true)
  }
})

/** True for the fields of a row that hold the time of an event. */
const isDeed = (field: string) =>
  /^(at|(created|changed|completed|confirmed|decided|finished|inactive|issued|lastLogin|paid|read|refunded|sent|signed|signedUp|started|statusChanged|termsAccepted|undone|uploaded)At)$/.test(
    field,
  )

test('no event is in the future, at any time of seeding', () => {
  for (const today of ['2026-05-04T00:10:00Z', '2026-05-04T05:00:00Z', '2026-05-04T22:30:00Z'].map(
    (at) => new Date(at),
  )) {
    const { ledger } = generateStory({ ...telling, today })
    const ahead = ledger
      .tables()
      .flatMap((table) =>
        ledger
          .rowsOf(table)
          .flatMap((row) =>
            Object.entries(row).flatMap(([field, value]) =>
              isDeed(field) && value instanceof Date && value > today
                ? [`${getTableName(table)}.${field} ${value.toISOString()}`]
                : [],
            ),
          ),
      )
    expect(ahead, today.toISOString()).toEqual([])
  }
})

test('results exist in every state', () => {
  const parts = rows(educationPartResults)
  const states = {
    completed: parts.filter((row) => row.completed),
    booked: parts.filter((row) => row.occasionId && row.signedUpAt && !row.completed && !row.canceled),
    waiting: parts.filter((row) => row.signedUpAt === null && !row.completed && !row.canceled),
    canceled: parts.filter((row) => row.canceled),
    present: parts.filter((row) => row.attended && !row.completed),
    begun: parts.filter((row) => !row.occasionId && !row.completed),
    imported: rows(educationResults).filter((row) => row.source === 1),
    certified: rows(educationResults).filter((row) => row.verificationCode),
  }
  for (const [state, found] of Object.entries(states)) expect(found.length, state).toBeGreaterThan(9)
})

test('minors have a guardian where the education requires one', () => {
  const limits = new Map(rows(educations).map((row) => [row.id, row.guardianRequiredUnderAge ?? 0]))
  const born = new Map(rows(users).map((row) => [row.id, row.birthOn]))
  const isMinor = (userId: number, limit: number) => {
    const birthOn = born.get(userId)
    return typeof birthOn === 'string' && new Date(birthOn) > new Date(Date.UTC(2026 - limit, 4, 4))
  }
  const waits = (row: typeof educationPartResults.$inferInsert) =>
    Boolean(row.practicalDriverExamId) && row.signedUpAt === null
  const alone = rows(educationPartResults).filter(
    (row) => !waits(row) && isMinor(row.userId, limits.get(row.educationId ?? 0) ?? 0) && !row.guardianUserId,
  )
  expect(alone).toEqual([])
})

test('no driver is signed up or passed without a required guardian, and one waits for theirs', () => {
  const exams = new Map(rows(driverExams).map((row) => [row.id, row]))
  const people = new Map(rows(users).map((row) => [row.id, row]))
  const onExams = rows(educationPartResults).filter((row) => row.practicalDriverExamId && !row.canceled)
  const lacks = ({ userId, guardianUserId, practicalDriverExamId }: (typeof onExams)[number]) => {
    const heldOn = exams.get(practicalDriverExamId ?? 0)?.heldOn ?? ''
    const [driver, guardian] = [people.get(userId), people.get(guardianUserId ?? 0)]
    const exam = { heldOn, guardianUnder: 18 }
    const stands = guardian && canBeGuardian({ birthOn: guardian.birthOn ?? null, isExternal: false }, heldOn, true)
    return needsGuardian({ birthOn: driver?.birthOn ?? null }, exam) && !stands
  }
  const standing = onExams.filter(({ signedUpAt, completed }) => signedUpAt || completed)
  expect(standing.filter(lacks)).toEqual([])
  expect(onExams.filter(({ signedUpAt }) => signedUpAt === null).filter(lacks).length).toBeGreaterThan(0)
})

test('the learner’s next step completes an education: its last part is digital and everything before is done', () => {
  const basics = rows(educations).find((row) => row.code === 'GEM-01')
  const own = rows(educationPartResults).filter((row) => row.userId === cast.learner.id)
  expect(own.filter((row) => row.educationId === basics?.id).map((row) => row.completed)).toEqual([true])
  expect(rows(educationResults)).toContainEqual(
    expect.objectContaining({ userId: cast.learner.id, educationId: basics?.id, completed: false }),
  )
})

test('a submission belongs to its sign-up, in every status, with its files', () => {
  const [handedIn, files] = [rows(submissions), rows(submissionFiles)]
  const results = rows(educationPartResults)
  for (const { id, educationPartResultId, educationPartId, userId, status, version } of handedIn) {
    const result = results[educationPartResultId - 1]
    expect([result?.userId, result?.educationPartId]).toEqual([userId, educationPartId])
    expect(result?.completed === true).toBe(status === 4)
    expect(files.filter(({ submissionId }) => submissionId === id)).toHaveLength(version)
  }
  expect(new Set(handedIn.map(({ status }) => status))).toEqual(new Set([1, 2, 3, 4, 5]))
  expect(story.handIns.map(({ key }) => key)).toEqual(files.map(({ key }) => key))
})

test('fees of clubs are partly invoiced, once each, and partly due', () => {
  const [heads, onInvoices, results] = [rows(invoiceHeads), rows(invoiceRows), rows(educationPartResults)]
  for (const head of heads) {
    const own = onInvoices.filter(({ invoiceHeadId }) => invoiceHeadId === head.id)
    expect(own.length).toBeGreaterThan(0)
    expect(head).toMatchObject(sumInvoiceRows(own))
    for (const { resultId, userId, feeMinor, amountMinor, vatMinor, vatRate } of own) {
      const result = results[resultId - 1]
      expect([result?.userId, result?.feeAtSignUpMinor]).toEqual([userId, feeMinor])
      expect(result?.invoiceRecipientId).toBe(head.invoiceRecipientId)
      expect(vatMinor).toBe(calculateIncludedVat(amountMinor, vatRate))
    }
  }
  const live = onInvoices.filter(({ live: isLive }) => isLive).map(({ resultId }) => resultId)
  expect(new Set(live).size).toBe(live.length)
  expect(heads.filter(({ status }) => status === 1)).toHaveLength(1)
  expect(onInvoices.some(({ vatMinor }) => vatMinor > 0)).toBe(true)
  const owed = results.filter((row) => row.invoiceRecipientId && !row.canceled && row.signedUpAt && !row.paymentId)
  expect(owed.length - live.length).toBeGreaterThan(50)
})

test('the cast has mails, one of them failed and one deleted; none has empty placeholders', () => {
  const mails = rows(outboxMails)
  expect(mails.filter(({ error }) => error)).toHaveLength(1)
  expect(mails.filter(({ secret }) => secret)).toMatchObject([{ body: '', sentAt: expect.any(Date) }])
  expect(mails.length).toBeGreaterThan(3)
  for (const { subject, body, recipient } of mails) {
    expect(`${subject}${body}`).not.toContain('{{')
    expect(recipient).toContain('@')
  }
})

test('an education that says for which ages it is has both limits, and a target group reads as a sentence', () => {
  const rowsWithAges = rows(educations).filter(({ shortDescription }) =>
    /mellan \d+ och|till \d+ år/.test(shortDescription ?? ''),
  )
  expect(rowsWithAges.map(({ minAge, maxAge }) => [minAge, maxAge])).toEqual(
    expect.arrayContaining([
      [8, 17],
      [13, 17],
      [15, 17],
    ]),
  )
  expect(rowsWithAges.filter(({ maxAge }) => maxAge === null)).toEqual([])
  const listed = rows(educations).filter(({ targetGroup }) => targetGroup?.includes(','))
  expect(listed.length).toBeGreaterThan(0)
  expect(listed.filter(({ targetGroup }) => !/ eller [^,]+\.$/.test(targetGroup ?? ''))).toEqual([])
})

test('an occasion that is held online has the city of its organiser, never the name of a way to meet', () => {
  const online = rows(occasions).filter(({ onlineUrl }) => onlineUrl)
  expect(online.length).toBeGreaterThan(0)
  expect(online.filter(({ city, venue }) => city === 'Distans' || venue)).toEqual([])
})
