import { expect, test } from 'vitest'
import { features } from '#api/features.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { education, educationResult } from '../catalogue.ts'
import { configurePortal } from '../configuration.ts'
import { createLicense, dayFromNow, insertCycle, listCycles } from '../licenses.ts'
import { database, signedIn } from '../portal.ts'
import { drainJobs } from '../queue.ts'
import { inDays } from '../time.ts'

const { query } = database()
await configurePortal({ features: [...features] })
const office = await signedIn({ roles: { SuperAdministrator: {} } })

/** A driver who passed the course some days ago, earned the licence by it and can renew it. */
async function earner(passedDays: number, overrides: Parameters<typeof createLicense>[1] = {}) {
  const email = `${crypto.randomUUID()}@test.example`
  const driver = await signedIn({ email })
  const course = await education({ title: 'Kartingförare' })
  const resultId = await educationResult({
    userId: driver.id,
    educationId: course,
    completed: true,
    completedAt: inDays(-passedDays),
  })
  const requiredEducationIds = [course, ...(overrides.requiredEducationIds ?? [])]
  const { id: licenseId } = await createLicense(office, { ...overrides, requiredEducationIds })
  const end = (last: number) => ({
    validToOn: dayFromNow(last),
    graceToOn: dayFromNow(last),
    lateToOn: dayFromNow(last),
    dormantToOn: dayFromNow(last),
  })
  await insertCycle({ userId: driver.id, licenseId, validFromOn: dayFromNow(-passedDays), ...end(364 - passedDays) })
  const renew = async (person = driver, reason: string | null = null) => {
    const path = `/user/${driver.id}/Licenses/${licenseId}/renew`
    const answer = await person.fetch('POST', path, reason === null ? {} : { reason })
    if (answer.status !== 200) throw new Error(await answer.text())
  }
  const takeBack = async () => {
    await office.fetch('PUT', `/Educations/${course}/results`, [{ resultId, userId: driver.id, completed: false }])
    for (let run = 0; run < 3; run += 1) await drainJobs()
  }
  const pass = async (days: number) => {
    const completedDate = inDays(-days).toISOString()
    await office.fetch('PUT', `/Educations/${course}/results`, [{ userId: driver.id, completed: true, completedDate }])
    for (let run = 0; run < 3; run += 1) await drainJobs()
  }
  const cycles = async () =>
    (await listCycles(driver.id))
      .filter((cycle) => cycle.licenseId === licenseId)
      .map(({ basis, stage }) => `${basis} ${stage}`)
  return { driver, email, course, licenseId, end, renew, takeBack, pass, cycles }
}

test('a renewed licence falls with the result that had earned it, with one mail, and is earned by passing again', async () => {
  const it = await earner(305)
  await it.renew()
  expect(await it.cycles()).toEqual(['earned active', 'renewed coming'])
  await it.takeBack()
  expect(await it.cycles()).toEqual(['earned revoked', 'renewed revoked'])
  const rows = await listCycles(it.driver.id)
  expect(rows.map(({ revokedByUserId, revokedOn }) => [revokedByUserId, revokedOn])).toEqual([
    [null, dayFromNow(0)],
    [null, dayFromNow(0)],
  ])
  const mails = (await query.select().from(outboxMails)).filter(({ recipient }) => recipient === it.email)
  expect(mails.filter((mail) => JSON.stringify(mail).includes('inte längre genomförd'))).toHaveLength(1)
  expect(await it.driver.json('GET', `/user/${it.driver.id}/ActiveUserLicenses`)).toEqual([])
  await it.takeBack()
  expect(await it.cycles()).toHaveLength(2)
  await it.pass(0)
  expect(await it.cycles()).toEqual(['earned revoked', 'renewed revoked', 'earned active'])
})

test('an earlier period that has ended does not keep its renewals, nor a licence that depends on them', async () => {
  const it = await earner(400)
  const chief = await createLicense(office, { requiredLicenseIds: [it.licenseId], autoIssue: false })
  await insertCycle({ userId: it.driver.id, licenseId: chief.id, validFromOn: dayFromNow(-390), ...it.end(900) })
  const [first] = await listCycles(it.driver.id)
  await query.run(
    `update user_licenses set succeeded_on = '${dayFromNow(-35)}', stage = 'renewed' where id = ${first?.id}`,
  )
  const renewed = { cycleNumber: 2, basis: 'renewed' as const, decidedOn: dayFromNow(-60) }
  await insertCycle({
    userId: it.driver.id,
    licenseId: it.licenseId,
    validFromOn: dayFromNow(-35),
    ...it.end(40),
    ...renewed,
  })
  await it.renew()
  await it.takeBack()
  expect((await listCycles(it.driver.id)).map(({ stage }) => stage)).toEqual(Array(4).fill('revoked'))
})

test('another requirement that has expired since does not keep a licence whose result is taken back', async () => {
  const firstAid = await education({ title: 'Första hjälpen' })
  const it = await earner(305, { requiredEducationIds: [firstAid] })
  await educationResult({
    userId: it.driver.id,
    educationId: firstAid,
    completed: true,
    completedAt: inDays(-320),
    validToOn: dayFromNow(-10),
  })
  await it.renew()
  await it.takeBack()
  expect(await it.cycles()).toEqual(['earned revoked', 'renewed revoked'])
})

test('a later result that meets the requirement in full keeps the licence and its renewal', async () => {
  const it = await earner(305)
  await it.renew()
  await educationResult({ userId: it.driver.id, educationId: it.course, completed: true, completedAt: inDays(-30) })
  await it.takeBack()
  expect(await it.cycles()).toEqual(['earned active', 'renewed coming'])
})

test('a renewal stays when the result that it was renewed by is taken back: the first one was earned', async () => {
  const it = await earner(305)
  const again = await education({ title: 'Årlig kurs' })
  const { id: licenseId } = await createLicense(office, {
    requiredEducationIds: [it.course],
    renewal: { by: 'educations', educationIds: [again] },
  })
  await insertCycle({ userId: it.driver.id, licenseId, validFromOn: dayFromNow(-305), ...it.end(59) })
  await educationResult({ userId: it.driver.id, educationId: again, completed: true, completedAt: inDays(-20) })
  expect((await it.driver.fetch('POST', `/user/${it.driver.id}/Licenses/${licenseId}/renew`, {})).status).toBe(200)
  const [result] = await office.json<{ resultId: number }[]>('GET', `/Educations/${again}/results/${it.driver.id}`)
  const body = [{ resultId: result?.resultId, userId: it.driver.id, completed: false }]
  expect((await office.fetch('PUT', `/Educations/${again}/results`, body)).status).toBe(200)
  for (let run = 0; run < 3; run += 1) await drainJobs()
  const stages = (await listCycles(it.driver.id)).filter((cycle) => cycle.licenseId === licenseId)
  expect(stages.map(({ stage }) => stage)).toEqual(['active', 'coming'])
})

test('a renewal that the office granted itself stays', async () => {
  const it = await earner(305)
  await it.renew(office, 'Föräldraledig')
  await it.takeBack()
  expect(await it.cycles()).toEqual(['earned revoked', 'waived coming'])
})
