import { expect, test } from 'vitest'
import type { SearchResults } from '#api/office/search/contract.ts'
import { insertFederation } from '../federation.ts'
import { createActors } from '../scope/actors.ts'
import { insertCourse } from '../scope/federation.ts'

await insertFederation()
const course = await insertCourse('Alfa')
const actors = await createActors(course)

const managers = new Set([
  'an educator who answers for one education',
  'an educator of one category',
  'an educator of one education role',
  'an educator of one category in one club',
  'the administrator of one district',
  'a superadministrator',
])

test('an education is found by the name of a part, as managed by those who may open its management', async () => {
  for (const { name, person } of actors) {
    const { educations } = await person.json<SearchResults>('GET', '/search?q=Webbkurs')
    const found = educations.items.find(({ id }) => id === course.educationId)
    expect(found?.managed, name).toBe(managers.has(name))
  }
})
