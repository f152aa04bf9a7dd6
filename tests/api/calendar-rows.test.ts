import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Actor } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { splitIntoDays } from '#api/office/calendar/rules.ts'
import { listItems } from '#api/office/calendar/storage.ts'
import { selectDayCounts } from '#api/office/calendar/window-storage.ts'
import { education, occasion, part, partResult } from '../catalogue.ts'
import { signedIn } from '../portal.ts'
import { countReads } from '../query-plan.ts'
import { inDays } from '../time.ts'

let reader: number
let people: number[]

beforeAll(async () => {
  reader = (await signedIn()).id
  people = []
  for (let at = 0; at < 40; at += 1) people.push((await signedIn()).id)
})

const window = { from: inDays(-1), to: inDays(20) }
const everything = { educationIds: [], categoryIds: [], roleIds: [] }
const list = { take: 26, skip: 0, ofEachDay: null }
const month = { take: 2000, skip: 0, ofEachDay: { most: 3, days: splitIntoDays(window) } }

/** Actor with the only two fields that the queries read. */
const actor = () => ({ id: reader, roles: {} }) as Actor

/** Counts the rows that the calendar reads. */
const cost = (bounds: typeof list | typeof month) =>
  countReads((db) =>
    // The queries read only the actor, the time and the database of the context.
    listItems({ db, actor: actor(), now: new Date() } as unknown as Ctx, window, everything, bounds),
  )

test.each([
  ['a list', list],
  ['a month', month],
])('%s costs no more with old items or with more participants', async (_name, bounds) => {
  const lesson = await part()
  await education({ partIds: [lesson] })
  const shown = await occasion({ educationPartId: lesson, startsAt: inDays(3) })
  const before = await cost(bounds)
  for (let at = 0; at < 60; at += 1) await occasion({ educationPartId: lesson, startsAt: inDays(-30 - at) })
  expect(await cost(bounds)).toBeLessThan(before + 12)
  for (let at = 0; at < 40; at += 1)
    await partResult({ userId: people[at] ?? 0, educationPartId: lesson, occasionId: shown })
  expect(await cost(bounds)).toBeLessThan(before + 12)
})

test.each([
  ['a list', list],
  ['a month', month],
])('%s reads no more items of a crowded day than it shows', async (_name, bounds) => {
  const lesson = await part()
  await education({ partIds: [lesson] })
  const crowd = async (count: number) => {
    for (let at = 0; at < count; at += 1) await occasion({ educationPartId: lesson, startsAt: inDays(5 + at / 1e6) })
  }
  await crowd(30)
  const before = await cost(bounds)
  await crowd(40)
  expect(await cost(bounds)).toBe(before)
})

test('a crowded day is counted to a hundred of a kind, along an index', async () => {
  const lesson = await part()
  await education({ partIds: [lesson] })
  const days = splitIntoDays({ from: inDays(5.5), to: inDays(8) })
  const counting = () => selectDayCounts({ actor: actor(), window, narrowing: everything }, days, 100)
  const crowd = async () => {
    for (let at = 0; at < 110; at += 1) await occasion({ educationPartId: lesson, startsAt: inDays(7 + at / 1e6) })
  }
  const rows = () => countReads((db) => db.rows(sql`select * from ${counting()}`))
  await crowd()
  const before = await rows()
  await crowd()
  expect(await rows()).toBe(before)
  // One read along the index and one in each row's education, which is a small row.
  expect(before).toBeLessThan(6 * 110)
})
