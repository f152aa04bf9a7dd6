import { expect, test } from 'vitest'
import type { CalendarItem } from '#api/office/calendar/contract.ts'
import { configurePortal } from '../configuration.ts'
import { insertFederation } from '../federation.ts'
import { createActors } from '../scope/actors.ts'
import { insertCourse } from '../scope/federation.ts'

await configurePortal({ features: ['PracticalDriverExamination'] })
await insertFederation()
const own = await insertCourse('Alfa')
await insertCourse('Beta')
const actors = await createActors(own)
const ofOwn = [...own.occasionIds.map((id) => `occasion-${id}`), `exam-${own.examId}`]

/** Lists the items of the next month that the caller is said to manage. */
async function managedBy(name: string) {
  const caller = actors.find((actor) => actor.name === name)
  const items = await caller?.person.json<CalendarItem[]>('POST', '/Calendar/CalendarFiltered', {})
  return items?.filter(({ managed }) => managed).map(({ id }) => id)
}

test.each([
  ['an educator of one category', ofOwn],
  ['an educator who answers for one education', ofOwn],
  ['an educator who leads one occasion', ofOwn.slice(0, 1)],
  ['an educator who examines one examination', ofOwn.slice(2)],
  ['an educator of nothing', []],
  ['the administrator of one club', []],
  ['a guardian of one child', []],
  ['a member', []],
])('%s manages %j', async (name, expected) => {
  expect((await managedBy(name))?.toSorted()).toEqual(expected.toSorted())
})

test('a superadministrator manages everything that the calendar shows', async () => {
  expect(await managedBy('a superadministrator')).toHaveLength(6)
})
