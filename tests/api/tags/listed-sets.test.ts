import { beforeAll, expect, test } from 'vitest'
import { education } from '../../catalogue.ts'
import { signedIn } from '../../portal.ts'
import { createOccasionSet, prepareTags } from './fixtures.ts'

beforeAll(prepareTags)

test('a date of a set is listed under the education of its tag only', async () => {
  const { educationId, partIds, ids } = await createOccasionSet()
  const otherId = await education({ title: 'Annan', partIds })
  const person = await signedIn()
  const list = async (id: number) => {
    const path = `/EducationPartOccasions/filter?educationId=${id}`
    return (await person.json<{ id: number }[]>('GET', path)).map((one) => one.id)
  }
  expect(await list(educationId)).toEqual(ids)
  expect(await list(otherId)).toEqual([])
})
