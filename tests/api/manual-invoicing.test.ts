import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { educationPartResults } from '#api/participation/results/table.ts'
import { createEducation, createOccasion, partResult } from '../catalogue.ts'
import { insertFederation } from '../federation.ts'
import { database, signedIn } from '../portal.ts'
import { readSpreadsheetResponse } from '../spreadsheet.ts'
import { createExam, insertDriver } from './exams/fixtures.ts'

await insertFederation()
const { query } = database()
const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
const at = (text: string) => new Date(text)
const fee = { feeAtSignUpMinor: 125_000, invoiceRecipientId: 20 }

test('a person who cancelled late or did not pass is listed as on the page of invoices', async () => {
  const course = await createEducation([{ title: 'Kursdag' }])
  const occasion = await createOccasion(course.firstPartId, { startsAt: at('2026-03-14T09:00:00Z') })
  const place = { educationPartId: course.firstPartId, educationId: course.id, occasionId: occasion.id }
  const signedUp = { ...place, ...fee, signedUpAt: at('2026-03-02T12:00:00Z') }
  const [late, inTime] = [await signedIn({ firstName: 'Sen', lastName: 'Ek' }), await signedIn({})]
  const [lateId, inTimeId] = [
    await partResult({ ...signedUp, userId: late.id }),
    await partResult({ ...signedUp, userId: inTime.id }),
  ]
  const callOff = (id: number, changedAt: Date) =>
    query.update(educationPartResults).set({ canceled: true, changedAt }).where(eq(educationPartResults.id, id))
  await callOff(lateId, at('2026-03-14T10:00:00Z'))
  await callOff(inTimeId, at('2026-03-03T12:00:00Z'))
  const scene = await createExam({ startsAt: at('2026-03-20T09:00:00Z') })
  const driver = await signedIn({ firstName: 'Kör', lastName: 'Ek', birthOn: '1990-05-01' })
  const examined = await insertDriver(scene, driver, { ...fee, signedUpAt: signedUp.signedUpAt, attended: true })
  await callOff(examined.id, at('2026-03-20T12:00:00Z'))
  const period = 'startDate=2026-02-28T23:00:01.000Z&endDate=2026-03-31T21:59:59.999Z'
  const { rows } = await readSpreadsheetResponse(
    await superadministrator.fetch('GET', `/reports/ManualInvoicing?${period}`),
  )
  expect(rows.map((row) => [row[6], row[11]])).toEqual([
    ['Sen Ek', 'Nej, avanmäld för sent'],
    ['Kör Ek', 'Nej, inte godkänd'],
  ])
  const due = await superadministrator.json<{ amount: number }[]>(
    'GET',
    `/invoices/ItemsForInvoicing?withCanceled=true&startDate=2026-03-01&endDate=2026-03-31`,
  )
  expect(rows.reduce((sum, row) => sum + Number(row.at(-1)), 0)).toBe(due.reduce((sum, { amount }) => sum + amount, 0))
})
