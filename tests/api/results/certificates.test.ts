import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { withCategoryWords } from '#api/catalogue/education-categories/rules.ts'
import { educationCategories } from '#api/catalogue/education-categories/table.ts'
import { educationRoles } from '#api/catalogue/education-roles/table.ts'
import { educationToCategory } from '#api/catalogue/educations/table.ts'
import type { CurriculumVitae } from '#api/participation/certificates/contract.ts'
import { educationResults } from '#api/participation/results/table.ts'
import { createEducation } from '../../catalogue.ts'
import { anonymous, database, signedIn } from '../../portal.ts'
import { inDays } from '../../time.ts'

const { query } = database()

async function aGraduate(education = {}, result = {}) {
  const taught = await createEducation([{ title: 'Teori', hoursHundredths: 250 }, { mandatory: false }], {
    title: 'Flaggvakt',
    hoursHundredths: 750,
    ...education,
  })
  const anna = await signedIn({ firstName: 'Anna', lastName: 'Karlsson' })
  const row = { userId: anna.id, educationId: taught.id, createdAt: inDays(-2), changedAt: inDays(-2) }
  await query.insert(educationResults).values({ ...row, completed: true, completedAt: inDays(-1), ...result })
  return { anna, education: taught, path: `/user/${anna.id}/certificate/${taught.id}` }
}

describe('a certificate', () => {
  test('shows holder, education, date, hours, issuer and a code', async () => {
    const educator = await signedIn({ firstName: 'Bo', lastName: 'Berg', roles: { Educator: {} } })
    const { anna, path } = await aGraduate({ responsibleIds: [educator.id] })
    expect(await (await anna.fetch('GET', path)).json()).toMatchObject({
      name: 'Anna Karlsson',
      educationTitle: 'Flaggvakt',
      hours: 7.5,
      responsibles: ['Bo Berg'],
      parts: [{ title: 'Teori', hours: 2.5 }],
      verificationCode: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/),
    })
    expect((await educator.fetch('GET', path)).status).toBe(200)
  })

  test('does not exist for an education that is not completed', async () => {
    const { anna } = await aGraduate()
    const other = await createEducation([{}])
    expect((await anna.fetch('GET', `/user/${anna.id}/certificate/${other.id}`)).status).toBe(404)
  })

  test('is not shown to anybody else', async () => {
    const { path } = await aGraduate()
    expect((await (await signedIn()).fetch('GET', path)).status).toBe(403)
    expect((await (await signedIn({ roles: { Educator: {} } })).fetch('GET', path)).status).toBe(403)
    expect((await anonymous('GET', path)).status).toBe(401)
    expect((await (await signedIn({ roles: { SuperAdministrator: {} } })).fetch('GET', path)).status).toBe(200)
  })

  test('is verified by anybody with the code, who sees initials only', async () => {
    await aGraduate({}, { verificationCode: '7K3M-Q9TZ-4V0A' })
    const response = await anonymous('GET', '/certificates/7k3mq9tz4voa')
    expect(response.headers.get('cache-control')).toContain('no-store')
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({ initials: 'A. K.', educationTitle: 'Flaggvakt', validTo: null })
    expect(text).not.toMatch(/Anna|Karlsson/)
    expect(JSON.parse(text)).toMatchObject({ state: 'valid', name: null, endedDate: null, replacedByCode: null })
    expect(Object.keys(JSON.parse(text)).sort()).toEqual([
      'completedDate',
      'educationTitle',
      'endedDate',
      'initials',
      'name',
      'replacedByCode',
      'state',
      'validTo',
    ])
    expect((await anonymous('GET', '/certificates/0000-0000-0000')).status).toBe(404)
    expect((await anonymous('GET', '/certificates/1')).status).toBe(400)
  })

  test('is withdrawn with the result it was for', async () => {
    const { anna, education, path } = await aGraduate()
    const office = await signedIn({ roles: { SuperAdministrator: {} } })
    const [result] = await query.select().from(educationResults).where(eq(educationResults.userId, anna.id))
    const body = [{ resultId: result?.id, userId: anna.id, completed: false }]
    expect((await office.fetch('PUT', `/Educations/${education.id}/results`, body)).status).toBe(200)
    expect((await anna.fetch('GET', path)).status).toBe(404)
    const checked = await anonymous('GET', `/certificates/${result?.verificationCode}`)
    expect(await checked.json()).toMatchObject({ state: 'withdrawn' })
  })
})

test('a result that is inserted as completed has a code', async () => {
  const codes = await Promise.all(
    [1, 2].map(async () => {
      const { anna } = await aGraduate({}, { source: 1 })
      const [row] = await query.select().from(educationResults).where(eq(educationResults.userId, anna.id))
      return row?.verificationCode
    }),
  )
  for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/)
  expect(codes[0]).not.toBe(codes[1])
})

test('a curriculum vitae lists completed educations by category, once each, the latest first', async () => {
  const { anna, education, path } = await aGraduate()
  const [category] = await query
    .insert(educationCategories)
    .values(withCategoryWords({ name: 'Rally', changedAt: new Date() }))
    .returning({ id: educationCategories.id })
  await query.insert(educationToCategory).values({ educationId: education.id, educationCategoryId: category?.id ?? 0 })
  await query.insert(educationResults).values({
    userId: anna.id,
    educationId: education.id,
    completed: true,
    completedAt: inDays(-900),
    createdAt: inDays(-900),
    changedAt: inDays(-900),
  })
  const cv = `/user/${anna.id}/cv`
  expect(await (await anna.fetch('GET', cv)).json()).toMatchObject({
    name: 'Anna Karlsson',
    hours: 7.5,
    categories: [{ name: 'Rally', educations: [{ title: 'Flaggvakt', hours: 7.5 }] }],
  })
  expect((await (await signedIn()).fetch('GET', cv)).status).toBe(403)
  expect(path).toContain(String(education.id))
})

test('a curriculum vitae names the functions of valid certificates, once each', async () => {
  const roles = await query
    .insert(educationRoles)
    .values(['Flaggvakt', 'Banchef', 'Depåchef'].map((name) => ({ name, group: 5, changedAt: inDays(-9) })))
    .returning({ id: educationRoles.id })
  const [flag = 0, track = 0, depot = 0] = roles.map(({ id }) => id)
  const { anna } = await aGraduate({ roleIds: [flag, track] })
  const complete = async (roleIds: number[], validToOn: string | null) => {
    const { id: educationId } = await createEducation([{}], { roleIds })
    const stamps = { createdAt: inDays(-9), changedAt: inDays(-9), completedAt: inDays(-9) }
    await query.insert(educationResults).values({ userId: anna.id, educationId, completed: true, validToOn, ...stamps })
  }
  await complete([flag], null)
  await complete([depot], '2020-01-01')
  const cv = await anna.json<CurriculumVitae>('GET', `/user/${anna.id}/cv`)
  expect(cv.functions).toEqual(['Banchef', 'Flaggvakt'])
})
