import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { SearchResults } from '#api/office/search/contract.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { occasion, partResult } from '../catalogue.ts'
import { insertFederation } from '../federation.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { createActors } from '../scope/actors.ts'
import { insertCourse } from '../scope/federation.ts'
import { inDays } from '../time.ts'

await insertFederation()
const own = await insertCourse('Alfa')
const actors = new Map((await createActors(own)).map(({ name, person }) => [name, person]))

function caller(name: string): Person {
  const person = actors.get(name)
  if (!person) throw new Error(`there is no ${name}`)
  return person
}
const educator = caller('an educator of one category')
const club = caller('the administrator of one club')

test('contact details are no way to people whose details are hidden, letter by letter or whole', async () => {
  const person = await signedIn({
    firstName: 'Tore',
    lastName: 'Tyst',
    userName: 'hemligtnamn',
    email: 'zebra.giraff@okapi.se',
    externalPersonId: 'IID77009',
    organizationIds: [20],
  })
  const [first] = own.occasionIds
  // Held long enough ago for contact details to be hidden, not for the name.
  const over = await occasion({ educationPartId: own.classPartId, startsAt: inDays(-60), endsAt: inDays(-60) })
  await partResult({ userId: person.id, educationPartId: own.classPartId, occasionId: over, signedUpAt: inDays(-70) })
  const found = async (who: Person, q: string) =>
    (await who.json<SearchResults>('GET', `/search?q=${encodeURIComponent(q)}`)).people?.items.map((one) => one.name)
  for (const q of ['tore', 'tyst åre', 'tist']) expect(await found(educator, q), q).toEqual(['Tore Tyst'])
  const values = ['zeb', 'zebra', 'zebra giraff', 'zebra.giraff@okapi.se', 'iid77', 'IID77009', 'hemligtn', 'tore zeb']
  for (const q of [...values, 'torre zebra']) {
    expect(await found(educator, q), q).toEqual([])
    expect(await found(club, q), q).toEqual(['Tore Tyst'])
  }
  // The same seat on a day to come: the booking is live.
  const booking = eq(educationPartResults.userId, person.id)
  await database().query.update(educationPartResults).set({ occasionId: first }).where(booking)
  for (const q of ['zebra.giraff@okapi.se', 'IID77009']) expect(await found(educator, q), q).toEqual(['Tore Tyst'])
  expect(await found(educator, 'zebra')).toEqual([])
})
