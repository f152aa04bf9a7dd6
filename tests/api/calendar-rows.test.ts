import { beforeAll, expect, test } from 'vitest'
import { daysIn } from '#api/calendar/rules.ts'
import { listItems } from '#api/calendar/storage.ts'
import type { Ctx } from '#api/context.ts'
import { education, inDays, occasion, part, partResult } from '../catalogue.ts'
import { rowsReadFor } from '../plan.ts'
import { database, signedIn } from '../portal.ts'

let reader: number
let people: number[]

beforeAll(async () => {
  reader = (await signedIn()).id
  people = []
  for (let at = 0; at < 40; at += 1) people.push((await signedIn()).id)
})

const window = { from: inDays(-1), to: inDays(20) }
const everything = { educationIds: [], categoryIds: [], roleIds: [] }
const list = { limit: 100, ofEachDay: null }
const month = { limit: 2000, ofEachDay: { most: 5, days: daysIn(window) } }

/** How many rows the calendar's questions look at. */
async function cost(bounds: typeof list | typeof month): Promise<number> {
  let rows = 0
  const db = database()
  const read = async (questions: readonly PromiseLike<unknown>[]) => {
    for (const question of questions) rows += await rowsReadFor(question)
    return questions.map(() => [])
  }
  const actor = { id: reader, roles: {}, isExternal: false, organizations: {} }
  // The questions need no more of the context than who asks when, and the database.
  await listItems({ db: { ...db, read }, actor, now: new Date() } as unknown as Ctx, window, everything, bounds)
  return rows
}

test.each([
  ['a list', list],
  ['a month', month],
])('%s costs no more for what has long been over, nor for how many take part', async (_name, bounds) => {
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
