import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { whereAndWhen } from '#api/foundation/notices/where-and-when.ts'
import { signUp } from '../api/results/fixtures.ts'
import { createOccasion, createOpenOccasion } from '../catalogue.ts'
import { database, signedIn } from '../portal.ts'
import { drainJobs } from '../queue.ts'
import { inDays } from '../time.ts'

const { query } = database()

const cancelOccasion = async (id: number) => {
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  await office.fetch('PUT', `/EducationPartOccasions/${id}/CancelOccasion`, { message: 'Banan är översvämmad' })
  await drainJobs()
}

async function readMail(userId: number): Promise<string> {
  const isMail = and(eq(outboxMails.userId, userId), eq(outboxMails.name, 'occasionCanceled'))
  const [mail] = await query.select().from(outboxMails).where(isMail)
  return mail?.body ?? ''
}

test('the mail about a cancelled occasion names its reason and the next dates with a seat, at no higher fee', async () => {
  const person = await signedIn({ email: 'anna.datum@prov.example' })
  const { occasion, firstPartId } = await createOpenOccasion({ startsAt: inDays(10), endsAt: inDays(10.3) })
  const on = (days: number, city: string, more = {}) =>
    createOccasion(firstPartId, { startsAt: inDays(days), endsAt: inDays(days + 0.3), city, venue: null, ...more })
  const next = [await on(20, 'Kil'), await on(30, 'Sunne'), await on(40, 'Torsby')]
  await on(50, 'Hagfors')
  await on(15, 'Munkfors', { maxParticipants: 0 })
  await on(16, 'Filipstad', { feeMinor: 99_000 })
  await on(17, 'Årjäng', { canceledAt: new Date() })
  expect((await signUp(person, occasion.id)).status).toBe(200)
  await cancelOccasion(occasion.id)
  const body = await readMail(person.id)
  expect(body).toContain('Arrangören skriver: Banan är översvämmad')
  const dates = next.map(({ startsAt, city }) => whereAndWhen({ startDate: startsAt, city, venue: null }, 'sv'))
  expect(body).toContain(`välja ett av de här datumen: ${dates.join('; ')}.`)
  for (const city of ['Hagfors', 'Munkfors', 'Filipstad', 'Årjäng']) expect(body).not.toContain(city)
})

test('the mail names no dates where there is none to change to', async () => {
  const person = await signedIn({ email: 'bo.datum@prov.example' })
  const { occasion } = await createOpenOccasion()
  await signUp(person, occasion.id)
  await cancelOccasion(occasion.id)
  expect(await readMail(person.id)).toContain('är inställt och din anmälan är borttagen')
  expect(await readMail(person.id)).not.toContain('välja ett av de här datumen')
})
