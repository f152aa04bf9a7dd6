import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { withPartWords } from '#api/catalogue/education-parts/rules.ts'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { withEducationWords } from '#api/catalogue/educations/rules.ts'
import { educationResponsibles, educations } from '#api/catalogue/educations/table.ts'
import type { Certificate, CheckedCertificate } from '#api/participation/certificates/contract.ts'
import type { CertificateShare } from '#api/participation/certificates/shares/contract.ts'
import { certificates } from '#api/participation/certificates/table.ts'
import { educationResults } from '#api/participation/results/table.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { withUserWords } from '#api/people/users/rules.ts'
import { users } from '#api/people/users/table.ts'
import { listAuditEntries } from '../../audit.ts'
import { createEducation } from '../../catalogue.ts'
import { erasePersonById } from '../../erasing.ts'
import { dayFromNow } from '../../licenses.ts'
import { anonymous, database, type Person, signedIn } from '../../portal.ts'
import { protect, unprotect } from '../../protection.ts'
import { runDailyJob } from '../../queue.ts'
import { inDays } from '../../time.ts'

const { query } = database()
const office = await signedIn({ roles: { SuperAdministrator: {} } })

async function aGraduate(result: Partial<typeof educationResults.$inferInsert> = {}) {
  const taught = await createEducation([{ title: 'Teori', hoursHundredths: 250 }], { title: 'Flaggvakt' })
  const educator = await signedIn({ firstName: 'Bo', lastName: 'Berg', roles: { Educator: {} } })
  await query.insert(educationResponsibles).values({ educationId: taught.id, userId: educator.id })
  const anna = await signedIn({ firstName: 'Anna', lastName: 'Karlsson' })
  const row = { userId: anna.id, educationId: taught.id, createdAt: inDays(-2), changedAt: inDays(-2) }
  await query.insert(educationResults).values({ ...row, completed: true, completedAt: inDays(-1), ...result })
  const path = `/user/${anna.id}/certificate/${taught.id}`
  return { anna, educator, educationId: taught.id, path, results: `/Educations/${taught.id}/results` }
}

const read = (person: Person, path: string) => person.json<Certificate>('GET', path)
const check = async (code: string, key = ''): Promise<CheckedCertificate> =>
  (await anonymous('GET', `/certificates/${code}${key && `?key=${key}`}`)).json()

describe('a certificate stays as it was issued', () => {
  test('when the education, its parts and its responsible people are renamed, archived and removed', async () => {
    const { anna, educator, educationId, path } = await aGraduate()
    await runDailyJob('certificates.daily')
    const issued = await (await anna.fetch('GET', path)).text()
    expect(JSON.parse(issued)).toMatchObject({
      responsibles: ['Bo Berg'],
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    await query
      .update(educations)
      .set({ ...withEducationWords({ title: 'Flaggman' }), archivedAt: inDays(0) })
      .where(eq(educations.id, educationId))
    await query.update(educationParts).set(withPartWords({ title: 'Praktik', hoursHundredths: 900 }))
    await query
      .update(users)
      .set(withUserWords({ firstName: 'Bosse', lastName: 'Berg' }))
      .where(eq(users.id, educator.id))
    await query.delete(educationResponsibles).where(eq(educationResponsibles.educationId, educationId))
    expect(await (await anna.fetch('GET', path)).text()).toBe(issued)
    expect(await check((JSON.parse(issued) as Certificate).verificationCode)).toMatchObject({
      state: 'valid',
      educationTitle: 'Flaggvakt',
    })
  })

  test('also when it is issued by the daily job, which does not change it the next day', async () => {
    const { anna, path } = await aGraduate()
    await query.delete(certificates).where(eq(certificates.userId, anna.id))
    expect(await read(anna, path)).toMatchObject({ issuedDate: null, educationTitle: 'Flaggvakt' })
    await runDailyJob('certificates.daily')
    await runDailyJob('certificates.daily')
    expect(await query.select().from(certificates).where(eq(certificates.userId, anna.id))).toHaveLength(1)
    expect(await read(anna, path)).toMatchObject({ educationTitle: 'Flaggvakt', issuedDate: expect.any(String) })
  })

  test('and is not verified when its content was changed in the database', async () => {
    const { anna, path } = await aGraduate()
    await runDailyJob('certificates.daily')
    const { verificationCode, sha256 } = await read(anna, path)
    const forged = query.update(certificates).set({ validToOn: '2099-01-01' }).where(eq(certificates.userId, anna.id))
    await expect(forged).rejects.toThrow()
    await query.update(certificates).set({ lastName: 'Larsson' }).where(eq(certificates.userId, anna.id))
    await query.update(certificates).set({ sha256 }).where(eq(certificates.userId, anna.id))
    expect((await anonymous('GET', `/certificates/${verificationCode}`)).status).toBe(404)
  })
})

describe('the state of a certificate', () => {
  test('is expired after its last day', async () => {
    const { anna, path } = await aGraduate({ validToOn: dayFromNow(-1) })
    const { verificationCode } = await read(anna, path)
    expect(await check(verificationCode)).toMatchObject({ state: 'expired', validTo: dayFromNow(-1) })
  })

  test('is withdrawn when the office reverts or removes the result, and a new completion has a new code', async () => {
    const { anna, path, educationId, results } = await aGraduate()
    const { verificationCode: first } = await read(anna, path)
    const [row] = await query.select().from(educationResults).where(eq(educationResults.userId, anna.id))
    const written = { userId: anna.id, educationId, resultId: row?.id }
    expect((await office.fetch('PUT', results, [{ ...written, completed: false }])).status).toBe(200)
    expect(await check(first)).toMatchObject({ state: 'withdrawn', endedDate: expect.any(String), initials: 'A. K.' })
    expect((await anna.fetch('GET', path)).status).toBe(404)
    await office.fetch('PUT', results, [{ ...written, completed: true }])
    const { verificationCode: second } = await read(anna, path)
    expect(second).not.toBe(first)
    expect((await office.fetch('DELETE', `${results}/${anna.id}/${row?.id}`)).ok).toBe(true)
    expect(await check(second)).toMatchObject({ state: 'withdrawn' })
  })

  test('is replaced when the date is corrected', async () => {
    const { anna, path, educationId, results } = await aGraduate()
    const { verificationCode: first } = await read(anna, path)
    const [row] = await query.select().from(educationResults).where(eq(educationResults.userId, anna.id))
    const corrected = { userId: anna.id, educationId, resultId: row?.id, completed: true, completedDate: inDays(-9) }
    await office.fetch('PUT', results, [corrected])
    const { verificationCode: second, completedDate } = await read(anna, path)
    expect(new Date(completedDate)).toEqual(corrected.completedDate)
    expect(await check(first)).toMatchObject({ state: 'replaced', replacedByCode: second })
    expect(await check(second)).toMatchObject({ state: 'valid' })
  })
})

describe('issuing again', () => {
  test('uses a new name, preserves the rest, and happens once for two concurrent requests', async () => {
    const { anna, educator, educationId, path } = await aGraduate()
    const before = await read(anna, path)
    expect(before.canBeReissued).toBe(false)
    expect((await anna.json<Certificate>('POST', `${path}/reissue`)).verificationCode).toBe(before.verificationCode)
    await query
      .update(users)
      .set(withUserWords({ firstName: 'Anna', lastName: 'Ek' }))
      .where(eq(users.id, anna.id))
    await query
      .update(educations)
      .set(withEducationWords({ title: 'Flaggman' }))
      .where(eq(educations.id, educationId))
    expect(await read(anna, path)).toMatchObject({ name: 'Anna Karlsson', canBeReissued: true })
    expect(await read(educator, path)).toMatchObject({ canBeReissued: false })
    await Promise.all([anna.fetch('POST', `${path}/reissue`), office.fetch('POST', `${path}/reissue`)])
    const after = await read(anna, path)
    expect(after).toMatchObject({ name: 'Anna Ek', educationTitle: 'Flaggvakt', canBeReissued: false })
    expect(await check(before.verificationCode)).toMatchObject({
      state: 'replaced',
      replacedByCode: after.verificationCode,
    })
    expect(await query.select().from(certificates).where(eq(certificates.userId, anna.id))).toHaveLength(2)
    const entries = (await listAuditEntries('user')).filter(
      ({ action, targetId }) => action === 'certificate.reissued' && targetId === String(anna.id),
    )
    expect(entries).toHaveLength(1)
  })

  test('is for the holder and the office, not for an educator of the education', async () => {
    const { educator, path } = await aGraduate()
    expect((await educator.fetch('POST', `${path}/reissue`)).status).toBe(403)
    expect((await (await signedIn()).fetch('POST', `${path}/reissue`)).status).toBe(403)
  })
})

describe('a link to share', () => {
  const keyOf = ({ address }: CertificateShare) => new URL(address).searchParams.get('key') ?? ''

  test('shows the full name until it is revoked, and is the same for repeated requests', async () => {
    const { anna, educationId, path } = await aGraduate()
    const { verificationCode } = await read(anna, path)
    const [made, again] = await Promise.all(
      [1, 2].map(() => anna.json<CertificateShare>('POST', '/CertificateShares', { educationId })),
    )
    expect(again?.id).toBe(made?.id)
    const key = made ? keyOf(made) : ''
    expect(await check(verificationCode, key)).toMatchObject({ name: 'Anna Karlsson', initials: 'A. K.' })
    expect(await check(verificationCode)).toMatchObject({ name: null })
    expect(await check(verificationCode, `${key.slice(0, -2)}xx`)).toMatchObject({ name: null })
    expect(await anna.json<CertificateShare[]>('GET', '/CertificateShares')).toEqual([made])
    const other = await signedIn()
    expect((await other.fetch('DELETE', `/CertificateShares/${made?.id}`)).status).toBe(404)
    expect(await other.json('GET', '/CertificateShares')).toEqual([])
    expect((await anna.fetch('DELETE', `/CertificateShares/${made?.id}`)).status).toBe(204)
    expect(await check(verificationCode, key)).toMatchObject({ name: null })
    expect((await anna.fetch('DELETE', `/CertificateShares/${made?.id}`)).status).toBe(404)
  })

  test('is created for the person’s own certificate only, and opens no other', async () => {
    const [one, two] = [await aGraduate(), await aGraduate()]
    const share = await one.anna.json<CertificateShare>('POST', '/CertificateShares', { educationId: one.educationId })
    const { verificationCode } = await read(two.anna, two.path)
    expect(await check(verificationCode, keyOf(share))).toMatchObject({ name: null })
    const wrong = await one.anna.fetch('POST', '/CertificateShares', { educationId: two.educationId })
    expect(wrong.status).toBe(404)
  })

  test('ends with a protected identity, which hides the certificate from the public', async () => {
    const { anna, educationId, path } = await aGraduate()
    const { verificationCode } = await read(anna, path)
    const share = await anna.json<CertificateShare>('POST', '/CertificateShares', { educationId })
    await protect(office, anna.id)
    expect((await anonymous('GET', `/certificates/${verificationCode}?key=${keyOf(share)}`)).status).toBe(404)
    const [row] = await query.select().from(certificates).where(eq(certificates.userId, anna.id))
    expect(JSON.stringify(row)).not.toMatch(/Anna|Karlsson/)
    expect((await anna.fetch('POST', '/CertificateShares', { educationId })).status).toBe(403)
    await unprotect(office, anna.id)
    expect(await check(verificationCode, keyOf(share))).toMatchObject({ state: 'valid', initials: 'A. K.', name: null })
  })
})

test('an erased person’s certificate states that, and nothing more', async () => {
  const { anna, educationId, path } = await aGraduate()
  const { verificationCode } = await read(anna, path)
  const share = await anna.json<CertificateShare>('POST', '/CertificateShares', { educationId })
  await erasePersonById(anna.id)
  const key = new URL(share.address).searchParams.get('key') ?? ''
  const nothing = { initials: null, name: null, educationTitle: null, completedDate: null, validTo: null }
  expect(await check(verificationCode, key)).toMatchObject({ state: 'erased', ...nothing })
  const rows = JSON.stringify(await query.select().from(certificates).where(eq(certificates.userId, anna.id)))
  expect(rows).not.toMatch(/Anna|Karlsson/)
})

test('a certificate is read by the holder, a guardian and those who teach the person there, by nobody else', async () => {
  const { anna, educator, path } = await aGraduate()
  const guardian = await signedIn({ birthOn: '1980-01-01' })
  const link = { adultUserId: guardian.id, childUserId: anna.id, createdByUserId: anna.id, relation: 'parent' as const }
  await query.insert(guardianLinks).values({ ...link, confirmedAt: inDays(-1), createdAt: inDays(-1) })
  await query
    .update(users)
    .set({ birthOn: dayFromNow(-12 * 365) })
    .where(eq(users.id, anna.id))
  const club = await signedIn({ roles: { OrganizationAdmin: { Organization: [20] } } })
  const strangers = [await signedIn(), await signedIn({ roles: { Educator: {} } }), club]
  for (const person of [anna, guardian, educator]) expect((await person.fetch('GET', path)).status).toBe(200)
  for (const person of strangers) {
    expect((await person.fetch('GET', path)).status).toBe(403)
    expect((await person.fetch('GET', `/user/${anna.id}/EducationRenewals`)).status).toBe(403)
    expect((await person.fetch('POST', `${path}/reissue`)).status).toBe(403)
  }
  expect((await guardian.fetch('POST', `${path}/reissue`)).status).toBe(200)
  expect(await guardian.json('GET', '/CertificateShares')).toEqual([])
})
