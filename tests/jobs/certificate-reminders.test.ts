import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { notices } from '#api/foundation/notices/table.ts'
import type { EducationRenewal } from '#api/participation/certificates/renewals/contract.ts'
import { certificateReminders } from '#api/participation/certificates/table.ts'
import { educationResults } from '#api/participation/results/table.ts'
import { createEducation, createOccasion, partResult } from '../catalogue.ts'
import { dayFromNow } from '../licenses.ts'
import { database, signedIn } from '../portal.ts'
import { runDailyJob } from '../queue.ts'
import { inDays } from '../time.ts'

const { query } = database()

async function aHolder(days: number, more: Partial<typeof educationResults.$inferInsert> = {}) {
  const education = await createEducation([{ title: 'Repetition', type: 0 }], { title: 'Flaggvakt' })
  const email = `${Math.random()}@example.se`
  const anna = await signedIn({ email })
  const row = { userId: anna.id, educationId: education.id, createdAt: inDays(-700), changedAt: inDays(-700) }
  const completed = { completed: true, completedAt: inDays(-700), validToOn: dayFromNow(days) }
  const [result] = await query
    .insert(educationResults)
    .values({ ...row, ...completed, ...more })
    .returning({ id: educationResults.id })
  return { anna, email, education, resultId: result?.id ?? 0 }
}

const mailsTo = (email: string) => query.select().from(outboxMails).where(eq(outboxMails.recipient, email))

test.each([
  [90, 90],
  [30, 30],
  [5, 7],
])('%i days before an education expires one reminder goes out, however often the job runs', async (left, due) => {
  const { anna, email, education, resultId } = await aHolder(left)
  await runDailyJob('certificates.daily')
  await runDailyJob('certificates.daily')
  const sent = await query
    .select()
    .from(certificateReminders)
    .where(eq(certificateReminders.educationResultId, resultId))
  expect(sent.map(({ daysBefore }) => daysBefore)).toEqual([due])
  expect(await mailsTo(email)).toHaveLength(1)
  const [notice] = await query.select().from(notices).where(eq(notices.userId, anna.id))
  expect(notice).toMatchObject({ kind: 'educationExpiring', path: `/education/${education.id}` })
})

test('the mail and the profile name the occasion that renews it', async () => {
  const { anna, email, education } = await aHolder(20)
  await createOccasion(education.firstPartId, {
    startsAt: inDays(10),
    endsAt: inDays(10.2),
    city: 'Kil',
    maxParticipants: 5,
  })
  await runDailyJob('certificates.daily')
  expect((await mailsTo(email))[0]?.body).toContain('Kil')
  const path = `/user/${anna.id}/EducationRenewals`
  expect(await anna.json<EducationRenewal[]>('GET', path)).toMatchObject([
    { educationId: education.id, validTo: dayFromNow(20), step: { kind: 'choose', date: { city: 'Kil' } } },
  ])
  expect((await (await signedIn()).fetch('GET', path)).status).toBe(403)
})

test('the mail says the next step of somebody who is signed up, and asks for no sign-up', async () => {
  const { anna, email, education } = await aHolder(20)
  const [pending, booked] = [await aHolder(20), { anna, email, education }]
  for (const [holder, signedUpAt] of [
    [booked, inDays(-1)],
    [pending, null],
  ] as const) {
    const place = { startsAt: inDays(10), endsAt: inDays(10.2), city: 'Kil' }
    const occasion = await createOccasion(holder.education.firstPartId, place)
    await partResult({
      userId: holder.anna.id,
      educationId: holder.education.id,
      educationPartId: holder.education.firstPartId,
      occasionId: occasion.id,
      signedUpAt,
    })
  }
  await runDailyJob('certificates.daily')
  const [ofBooked = '', ofPending = ''] = await Promise.all(
    [booked, pending].map(async (holder) => (await mailsTo(holder.email))[0]?.body),
  )
  expect(ofBooked).toContain('Anmäld. Tid och plats:')
  expect(ofBooked).toContain('Kil')
  expect(ofPending).toContain('Anmälan väntar på godkännande.')
  for (const body of [ofBooked, ofPending]) expect(body).not.toContain('Anmäl dig här')
})

test('sends no reminder for a renewed or expired certificate, or before the time', async () => {
  const [far, past, renewed] = [await aHolder(91), await aHolder(-1), await aHolder(20)]
  const { anna, education } = renewed
  const again = { completed: true, completedAt: inDays(-1), validToOn: dayFromNow(700) }
  const row = { userId: anna.id, educationId: education.id, createdAt: inDays(-1), changedAt: inDays(-1) }
  await query.insert(educationResults).values({ ...row, ...again })
  await runDailyJob('certificates.daily')
  for (const { email } of [far, past, renewed]) expect(await mailsTo(email)).toEqual([])
  expect(await past.anna.json('GET', `/user/${past.anna.id}/EducationRenewals`)).toHaveLength(1)
  for (const { anna: person } of [far, renewed])
    expect(await person.json('GET', `/user/${person.id}/EducationRenewals`)).toEqual([])
})
