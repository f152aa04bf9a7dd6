import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { EducationPart } from '#api/catalogue/education-parts/contract.ts'
import { educationPartResponsibles } from '#api/catalogue/education-parts/table.ts'
import type { Education } from '#api/catalogue/educations/contract.ts'
import { educationResponsibles } from '#api/catalogue/educations/table.ts'
import { users } from '#api/people/users/table.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { bodyOf } from '../response-body.ts'

const { query } = database()
const reason = { responsibleIds: 'Välj en aktiv utbildare eller administratör.' }
const office = await signedIn({ roles: { SuperAdministrator: {} } })

const kinds = { education: '/Educations', educationPart: '/EducationParts' } as const
type Kind = keyof typeof kinds

function send(method: 'POST' | 'PUT', kind: Kind, fields: object): Promise<Response> {
  const form = new FormData()
  form.set(kind, JSON.stringify(fields))
  return office.fetch(method, kinds[kind], form)
}

const create = async (kind: Kind) =>
  bodyOf<Education | EducationPart>(send('POST', kind, { title: 'Flaggvakt', type: 0, educationIds: [] }))

/** Makes a person responsible, as when the role was removed later. */
const addEarlier = (kind: Kind, id: number, { id: userId }: Person) =>
  kind === 'education'
    ? query.insert(educationResponsibles).values({ educationId: id, userId })
    : query.insert(educationPartResponsibles).values({ educationPartId: id, userId })

async function createInactive(): Promise<Person> {
  const person = await signedIn({ roles: { Educator: {} } })
  await query.update(users).set({ inactiveAt: new Date() }).where(eq(users.id, person.id))
  return person
}

test.each(['education', 'educationPart'] as const)('only educators become responsible for an %s', async (kind) => {
  const row = await create(kind)
  for (const person of [await signedIn(), await signedIn({ birthOn: '2014-01-01' }), await createInactive()]) {
    const fields = { ...row, responsibleIds: [office.id, person.id] }
    const answers = [await send('POST', kind, fields), await send('PUT', kind, fields)]
    for (const answer of answers) expect((await bodyOf<{ fields: object }>(answer)).fields).toEqual(reason)
  }
  const educator = await signedIn({ roles: { Educator: {} } })
  const saved = await send('PUT', kind, { ...row, responsibleIds: [educator.id] })
  expect(await bodyOf<Education>(saved)).toMatchObject({ responsibleIds: [educator.id] })
})

test.each(['education', 'educationPart'] as const)(
  'who was responsible for an %s may stay without the role',
  async (kind) => {
    const row = await create(kind)
    const former = await signedIn()
    await addEarlier(kind, row.id, former)
    const stays = await send('PUT', kind, { ...row, responsibleIds: [former.id, office.id] })
    expect(stays.status).toBe(200)
  },
)
