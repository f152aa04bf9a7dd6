import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Actor } from '#api/actor.ts'
import { withCategoryWords } from '#api/catalogue/education-categories/rules.ts'
import { educationCategories } from '#api/catalogue/education-categories/table.ts'
import { educationResponsibles } from '#api/catalogue/educations/table.ts'
import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import { occasionResponsibles } from '#api/catalogue/occasions/table.ts'
import type { WorklistEducation, WorklistOccasion } from '#api/office/worklist/contract.ts'
import { selectMatchingIds, selectPageIds, worklistPageSize } from '#api/office/worklist/educations-storage.ts'
import { selectOccasionFacts } from '#api/office/worklist/storage.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { toPortalDay } from '#api/zone.ts'
import { createEducation, createOccasion } from '../catalogue.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { countReads, loadQueryPlan } from '../query-plan.ts'
import { writeSearchWords } from '../search-words.ts'
import { inDays } from '../time.ts'

const { query } = database()
const now = new Date()
const educator = await signedIn({ roles: { Educator: {} } })
const administrator = await signedIn({ roles: { Administrator: {} } })

const own = await createEducation([{}], { title: 'Egen' })
const foreign = await createEducation([{}], { title: 'Någon annans' })
await query.insert(educationResponsibles).values({ educationId: own.id, userId: educator.id })

const soon = await createOccasion(own.firstPartId, { startsAt: inDays(3), endsAt: inDays(4) })
const past = await createOccasion(own.firstPartId, { startsAt: inDays(-4), endsAt: inDays(-3) })
const far = await createOccasion(own.firstPartId)
await createOccasion(own.firstPartId, { startsAt: inDays(-4), endsAt: inDays(-3) })
const elsewhere = await createOccasion(foreign.firstPartId)
const led = await createOccasion(foreign.firstPartId)
await query.insert(occasionResponsibles).values({ occasionId: led.id, userId: educator.id })
for (const occasionId of [past.id, far.id]) {
  const { id } = await signedIn()
  await query.insert(educationPartResults).values({
    userId: id,
    educationPartId: own.firstPartId,
    occasionId,
    signedUpAt: occasionId === far.id ? null : now,
    customAnswers: [],
    createdAt: now,
    changedAt: now,
  })
}

const occasionsOf = (person: Person, search = '') =>
  person.json<WorklistOccasion[]>('GET', `/EducationPartOccasions/desk${search}`)
const educationsOf = (person: Person, search = '') =>
  person.json<{ items: WorklistEducation[]; total: number }>('GET', `/Educations/desk${search}`)

test('occasions that need action come first, then coming ones; settled and other people’s are left out', async () => {
  const found = await occasionsOf(educator)
  expect(found.map(({ id, reasons }) => [id, reasons])).toEqual([
    [past.id, ['resultsMissing']],
    [soon.id, ['startsSoon']],
    [far.id, ['approvals']],
    [led.id, []],
  ])
  expect(found[0]).toMatchObject({ missingCount: 1, educationTitle: 'Egen' })
})

test('everything in scope is shown on request, and no more', async () => {
  expect((await occasionsOf(administrator)).length).toBe(0)
  expect((await occasionsOf(administrator, '?all=1')).map(({ id }) => id)).toContain(elsewhere.id)
  expect((await occasionsOf(educator, '?all=1')).map(({ id }) => id)).not.toContain(elsewhere.id)
  expect((await educationsOf(educator)).items.map(({ title, managed }) => [title, managed])).toEqual([['Egen', true]])
  expect((await educationsOf(educator, '?all=1')).total).toBe(1)
  expect((await educationsOf(administrator)).total).toBe(0)
  expect((await educationsOf(administrator, '?all=1&text=annans')).items).toMatchObject([
    { title: 'Någon annans', partCount: 1 },
  ])
  expect((await (await signedIn()).fetch('GET', '/Educations/desk')).status).toBe(403)
})

const category = 81
await query.insert(educationCategories).values(withCategoryWords({ id: category, name: 'Egen gren', changedAt: now }))

test('a responsible person limited to other categories is not shown educations that they cannot open', async () => {
  const limited = await signedIn({ roles: { Educator: { EducationCategory: [category] } } })
  const named = await createEducation([{}])
  await query.insert(educationResponsibles).values({ educationId: named.id, userId: limited.id })
  const hidden = await createOccasion(named.firstPartId, { startsAt: inDays(2), endsAt: inDays(3) })
  expect((await limited.fetch('GET', `/EducationPartOccasions/${hidden.id}/managed`)).status).toBe(403)
  for (const search of ['', '?all=1']) expect(await occasionsOf(limited, search)).toEqual([])
  expect((await educationsOf(limited)).items).toMatchObject([{ id: named.id, managed: false }])
})

test('a search treats input literally, and a page after the last still reports the total', async () => {
  expect((await educationsOf(administrator, '?all=1&text=%25')).total).toBe(0)
  expect((await educationsOf(administrator, '?all=1&text=annans+nå')).total).toBe(1)
  expect((await educationsOf(administrator, '?all=1&text=nn*')).total).toBe(0)
  expect((await educationsOf(administrator, `?all=1&text=${encodeURIComponent('" OR "')}`)).total).toBe(0)
  const { total } = await educationsOf(administrator, '?all=1')
  expect(await educationsOf(administrator, '?all=1&page=99')).toMatchObject({ items: [], total })
})

test('a search uses the word indexes, and reads only matching educations', async () => {
  expect(
    await loadQueryPlan(sql`select * from educations where id in (${selectMatchingIds('flagg')})`),
  ).not.toContainEqual(expect.stringMatching(/^SCAN educations\b/))
})

interface Page {
  items: Occasion[]
  total: number
}
const organized = (person: Person, search = '') =>
  person.json<Page>('GET', `/EducationPartOccasions/filter/managed${search}`)
const idsOf = ({ items }: Page) => items.map(({ id }) => id)

test('the caller’s occasions are filtered by day, education, part, city and responsible person', async () => {
  const ofOwn = `?educationId=${own.id}`
  expect(idsOf(await organized(educator, ofOwn))).toEqual(expect.arrayContaining([past.id, soon.id, far.id]))
  expect(idsOf(await organized(educator))).toContain(led.id)
  expect(idsOf(await organized(educator))).not.toContain(elsewhere.id)
  expect(idsOf(await organized(administrator, `?responsibleId=${educator.id}`))).toEqual([led.id])
  const day = (at: Date) => toPortalDay(at)
  const between = await organized(educator, `${ofOwn}&startDate=${day(inDays(3))}&endDate=${day(inDays(3))}`)
  expect(idsOf(between)).toEqual([soon.id])
  expect(idsOf(await organized(administrator, `?educationPartId=${foreign.firstPartId}`)).sort()).toEqual(
    [elsewhere.id, led.id].sort(),
  )
  expect((await organized(educator, `${ofOwn}&city=Ingenstans`)).total).toBe(0)
  const paged = await organized(educator, `${ofOwn}&pageSize=1&page=2`)
  expect(paged.items).toHaveLength(1)
  expect(paged.total).toBeGreaterThan(2)
})

test('the last day of a period ends at its last moment in Swedish time', async () => {
  const at = new Date('2027-06-30T21:59:59.999Z')
  const late = await createOccasion(own.firstPartId, { startsAt: at, endsAt: new Date('2027-07-01T08:00:00Z') })
  expect(idsOf(await organized(educator, '?startDate=2027-06-30&endDate=2027-06-30'))).toEqual([late.id])
  expect(idsOf(await organized(educator, '?startDate=2027-07-01&endDate=2027-07-01'))).toEqual([])
})

test('learners and invalid days are refused', async () => {
  expect((await (await signedIn()).fetch('GET', '/EducationPartOccasions/filter/managed')).status).toBe(403)
  expect((await educator.fetch('GET', '/EducationPartOccasions/filter/managed?startDate=soon')).status).toBe(400)
})

test('people outside the branch are neither pending nor missing, in reasons and counts', async () => {
  const district = await signedIn({ roles: { Administrator: { Organization: [4711] } } })
  const limited = await signedIn({ roles: { Educator: { Organization: [4711] } } })
  await query.insert(educationResponsibles).values({ educationId: own.id, userId: limited.id })
  for (const person of [district, limited]) {
    const found = await occasionsOf(person, '?all=1')
    expect(found.find(({ id }) => id === far.id)).toMatchObject({ pendingCount: 0, missingCount: 0, reasons: [] })
    expect(found.map(({ id }) => id)).not.toContain(past.id)
    const managed = await person.fetch('GET', `/EducationPartOccasions/${far.id}/managed`)
    expect(await managed.json()).toMatchObject({ pendingCount: 0 })
    const whole = await administrator.fetch('GET', `/EducationPartOccasions/${far.id}/managed`)
    expect(await whole.json()).toMatchObject({ pendingCount: 1 })
  }
})

test('at most a hundred are shown, including those that need action, however late', async () => {
  // Earlier than the occasions that wait for an answer, and too late to count as starting soon.
  const at = inDays(8).toISOString()
  await query.run(sql`
    with recursive many (n) as (select 1 union all select n + 1 from many where n < 150)
    insert into occasions (education_part_id, starts_at, ends_at, sessions, city, payment_methods, custom_questions, created_at, changed_at)
    select education_part_id, ${at}, ${at}, sessions, city, payment_methods, custom_questions, ${at}, ${at}
    from occasions, many where occasions.id = ${led.id}`)
  await writeSearchWords()
  const found = await occasionsOf(administrator, '?all=1')
  expect(found).toHaveLength(100)
  const calling = found.filter(({ reasons }) => reasons.length > 0)
  expect(calling.map(({ id }) => id)).toEqual(expect.arrayContaining([past.id, soon.id, far.id]))
  expect(found.slice(0, calling.length)).toEqual(calling)
})

const office: Actor = {
  id: administrator.id,
  name: 'Test Person',
  pictureUrl: null,
  roles: { SuperAdministrator: {} },
  isExternal: false,
  organizations: {},
  passwordExpiryDate: null,
  language: 'sv',
  sessionId: 1,
}

test('educations are ordered with archived ones last, and a page needs no sorting', async () => {
  const titles = ['Ögonmått', 'aktersnurra', 'Ärta', 'Åkdon', 'Zebra']
  for (const title of titles) await createEducation([{}], { title: `Ordnad ${title}` })
  await query.run(sql`update educations set archived_at = ${now.toISOString()} where title = 'Ordnad aktersnurra'`)
  await query.run(sql`update educations set title = 'Ordnad Ask' where title = 'Ordnad Zebra'`)
  await writeSearchWords()
  const { items } = await educationsOf(administrator, '?all=1&text=ordnad')
  expect(items.map(({ title }) => title.slice(7))).toEqual(['Ask', 'Åkdon', 'Ärta', 'Ögonmått', 'aktersnurra'])

  const plan = await loadQueryPlan(sql`select * from ${selectPageIds(office, { all: true, text: '', page: 1 })}`)
  expect(plan).toContainEqual(expect.stringMatching(/^SCAN educations USING COVERING INDEX idx_educations_desk/))
  expect(plan.filter((step) => step.includes('TEMP B-TREE'))).toEqual([])
  expect(worklistPageSize).toBe(25)
})

const countedAndStored = () =>
  database().rows<{ id: number; stored: number; counted: number }>(sql`
    select o.id, o.unsettled_count as stored, (select count(*) from education_part_results r
      where r.occasion_id = o.id and r.canceled = 0 and r.completed = 0 and r.attended is null) as counted
    from occasions o where o.id in (${past.id}, ${far.id})`)

test('an occasion stores the number of its unsettled results after every change', async () => {
  const ofPast = sql`where occasion_id = ${past.id}`
  const steps = [
    sql`update education_part_results set attended = 1 ${ofPast}`,
    sql`update education_part_results set attended = null ${ofPast}`,
    sql`update education_part_results set canceled = 1 ${ofPast}`,
    sql`update education_part_results set canceled = 0, occasion_id = ${far.id} ${ofPast}`,
    sql`update education_part_results set completed = 1, completed_at = ${now.toISOString()} where occasion_id = ${far.id}`,
    sql`update education_part_results set completed = 0, completed_at = null where occasion_id = ${far.id}`,
  ]
  const seen: number[][] = []
  for (const step of steps) {
    await query.run(step)
    const rows = await countedAndStored()
    seen.push(rows.map(({ stored }) => stored))
    expect(rows.filter(({ stored, counted }) => stored !== counted)).toEqual([])
  }
  expect(new Set(seen.map(String)).size).toBeGreaterThan(2)
  await query.run(sql`delete from education_part_results where occasion_id = ${far.id}`)
  expect((await countedAndStored()).map(({ stored }) => stored)).toEqual([0, 0])
})

/** Counts the rows that SQLite reads for the worklist of a user who sees everything. */
const touched = () => countReads((db) => db.rows(sql`select * from ${selectOccasionFacts(office, true, now)}`))

test('a settled past occasion costs the worklist one row of an index', async () => {
  const before = await touched()
  const at = inDays(-20).toISOString()
  await query.run(sql`
    with recursive many (n) as (select 1 union all select n + 1 from many where n < 200)
    insert into occasions (education_part_id, starts_at, ends_at, sessions, city, payment_methods, custom_questions, created_at, changed_at)
    select education_part_id, ${at}, ${at}, sessions, city, payment_methods, custom_questions, ${at}, ${at}
    from occasions, many where occasions.id = ${led.id}`)
  await writeSearchWords()
  expect((await touched()) - before).toBeLessThanOrEqual(200)
})
