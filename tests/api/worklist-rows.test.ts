import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Actor } from '#api/actor.ts'
import { selectPageIds } from '#api/office/worklist/educations-storage.ts'
import { isReachable } from '#api/office/worklist/storage.ts'
import { education, occasion, part } from '../catalogue.ts'
import { database } from '../portal.ts'
import { countReads, loadQueryPlan } from '../query-plan.ts'

const office: Actor = {
  id: 1,
  name: 'Of Fice',
  pictureUrl: null,
  roles: { SuperAdministrator: {} },
  organizations: {},
  isExternal: false,
  passwordExpiryDate: null,
  language: 'sv',
  sessionId: 1,
}

async function rowsFor(text: string): Promise<number> {
  const question = sql`select * from ${selectPageIds(office, { all: true, text, page: 1 })}`
  return countReads((db) => db.rows(question))
}

test('the cost of a search does not grow with its matches', async () => {
  for (let at = 0; at < 260; at += 1) await education({ title: `Flaggvakt ${at}` })
  const few = await rowsFor('Flaggvakt')
  for (let at = 260; at < 400; at += 1) await education({ title: `Flaggvakt ${at}` })
  expect((await rowsFor('Flaggvakt')) - few).toBeLessThanOrEqual(0)
})

test('a search reads matches along the index of the list’s order, without the rows', async () => {
  const steps = await loadQueryPlan(sql`select * from ${selectPageIds(office, { all: true, text: 'vakt', page: 1 })}`)
  expect(steps).toContainEqual(expect.stringMatching(/^SCAN educations USING COVERING INDEX idx_educations_desk/))
  expect(steps).not.toContainEqual(expect.stringMatching(/^SCAN educations$/))
})

test('for an editor of everything the occasions are counted along one index, without reading the educations', async () => {
  const steps = await loadQueryPlan(
    sql`select count(*) from occasions where starts_at >= '2026' and ${isReachable(office)}`,
  )
  expect(steps[0]).toMatch(/^SEARCH occasions USING COVERING INDEX idx_occasions_desk/)
  expect(steps.filter((step) => /education_to_part|educations/.test(step))).toEqual([])
})

const heldBy = async (id: number) =>
  (await database().rows<{ held: number }>(sql`select held from occasions where id = ${id}`))[0]?.held

test('an education stores whether it has an occasion, as its parts come and go', async () => {
  const [shared, other] = [await part(), await part()]
  const early = await occasion({ educationPartId: shared })
  expect(await heldBy(early)).toBe(0)
  const [first, second] = [await education({ partIds: [shared] }), await education({ partIds: [shared] })]
  const meant = await occasion({ educationPartId: shared, educationId: second })
  expect([await heldBy(early), await heldBy(meant)]).toEqual([1, 1])
  const { query } = database()
  await query.run(sql`delete from education_to_part where education_id = ${second} and education_part_id = ${shared}`)
  expect([await heldBy(early), await heldBy(meant)]).toEqual([1, 0])
  await query.run(sql`update occasions set education_id = ${first} where id = ${meant}`)
  expect(await heldBy(meant)).toBe(1)
  await query.run(sql`update education_to_part set education_part_id = ${other} where education_id = ${first}`)
  expect([await heldBy(early), await heldBy(meant)]).toEqual([0, 0])
  await query.run(sql`update occasions set education_part_id = ${other} where id = ${meant}`)
  expect([await heldBy(early), await heldBy(meant)]).toEqual([0, 1])
})
