import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { OpenedItem } from '#api/office/worklist/home/contract.ts'
import { users } from '#api/people/users/table.ts'
import { insertFederation } from '../federation.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { createActors } from '../scope/actors.ts'
import { insertCourse } from '../scope/federation.ts'

const { query } = database()
await insertFederation()
const [own, foreign] = [await insertCourse('Alfa'), await insertCourse('Beta')]
const actors = await createActors(own)
const [inside, outside] = [await signedIn({ organizationIds: [20] }), await signedIn({ organizationIds: [30] })]

const search = new URLSearchParams({
  occasionIds: [own.occasionIds[0], foreign.occasionIds[0]].join(),
  educationIds: [own.educationId, foreign.educationId].join(),
  personIds: [inside.id, outside.id].join(),
  organizationIds: [20, 30].join(),
})
const path = `/Worklist/opened?${search}`

const listOpened = async (person: Person) =>
  (await person.json<OpenedItem[]>('GET', path)).map(({ kind, id }) => `${kind} ${id}`).sort()

const ofClub = ['organization 20', `person ${inside.id}`]
const ofCourse = [`education ${own.educationId}`, `occasion ${own.occasionIds[0]}`]

/** Pages whose names each actor gets, of one course, one club and one person in scope and of others. */
const names: Record<string, string[]> = {
  'an educator who leads one occasion': [`occasion ${own.occasionIds[0]}`],
  'an educator who answers for one education': ofCourse,
  'an educator of one category': ofCourse,
  'an educator of one education role': ofCourse,
  'an educator of one category in one club': ofCourse,
  'an educator of nothing': [],
  'an educator who examines one examination': [],
  'an educator named on one examination': [],
  'the administrator of one club': ofClub,
}

test('names of opened pages are those in the scope of each actor, and people without a role get none', async () => {
  for (const { name, person, roles } of actors) {
    if (Object.keys(roles).length === 0) {
      expect((await person.fetch('GET', path)).status, name).toBe(403)
      continue
    }
    const listed = await listOpened(person)
    if ('SuperAdministrator' in roles) expect(listed, name).toHaveLength(8)
    else if ('Administrator' in roles) {
      expect(listed, name).toEqual(expect.arrayContaining(ofClub))
      expect(listed, name).not.toContain(`person ${outside.id}`)
      expect(listed, name).not.toContain('organization 30')
    } else expect(listed, name).toEqual(names[name]?.toSorted())
  }
})

test('a person is named no more after their identity is protected or their account closed', async () => {
  const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
  const club = await signedIn({ roles: { OrganizationAdmin: { Organization: [20] } } })
  const member = await signedIn({ organizationIds: [20], firstName: 'Hemlig', lastName: 'Medlem' })
  const read = async (person: Person) =>
    (await person.json<OpenedItem[]>('GET', `/Worklist/opened?personIds=${member.id}`)).map(({ title }) => title)
  const mark = (fields: Partial<typeof users.$inferInsert>) =>
    query.update(users).set(fields).where(eq(users.id, member.id))
  for (const person of [superadministrator, club]) expect(await read(person)).toEqual(['Hemlig Medlem'])
  await mark({ protectedAt: new Date() })
  for (const person of [superadministrator, club]) expect(await read(person)).toEqual([])
  await mark({ protectedAt: null, inactiveAt: new Date() })
  for (const person of [superadministrator, club]) expect(await read(person)).toEqual([])
})
