import { eq } from 'drizzle-orm'
import { notices } from '#api/foundation/notices/table.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { database, type Person, signedIn } from './portal.ts'

const now = new Date()

export const adult = () => signedIn({ firstName: 'Helena', birthOn: '1983-05-01' })
export const child = () =>
  signedIn({ firstName: 'Milo', birthOn: `${now.getFullYear() - 15}-01-01`, organizationIds: [20] })
export const pairOf = (guardian: Person, ward: Person) => ({ adultUserId: guardian.id, childUserId: ward.id })
export const sees = async (guardian: Person, ward: Person) =>
  'birthDate' in (await (await guardian.fetch('GET', `/User/${ward.id}`)).json<object>())

/** Creates a child with a confirmed parent. */
export async function family() {
  const [helena, milo] = [await adult(), await child()]
  await database()
    .query.insert(guardianLinks)
    .values({
      ...pairOf(helena, milo),
      createdByUserId: helena.id,
      createdAt: now,
      confirmedAt: now,
      relation: 'parent',
    })
  return { helena, milo }
}

export const office = () => signedIn({ roles: { Administrator: { Organization: [20] } } })
export const clubAdmin = () => signedIn({ roles: { OrganizationAdmin: { Organization: [20] } } })
export const ask = (as: Person, guardian: Person, ward: Person, relation?: string) =>
  as.fetch('POST', `/User/${ward.id}/guardian`, { ...pairOf(guardian, ward), ...(relation ? { relation } : {}) })
export const confirm = (as: Person, guardian: Person, ward: Person) =>
  as.fetch('PUT', `/User/${ward.id}/guardian`, pairOf(guardian, ward))
export const remove = (as: Person, guardian: Person, ward: Person) =>
  as.fetch('DELETE', `/User/${ward.id}/guardian/${guardian.id}`)
export const codeOf = async (response: Response) => (await response.json<{ code: string }>()).code
export const linksOf = async (as: Person, of = as) =>
  (await as.fetch('GET', `/User/${of.id}/guardian`)).json<{ id: number; confirmed: boolean; childUserId: number }[]>()
export const noticesOf = async ({ id }: Person) =>
  (await database().query.select().from(notices).where(eq(notices.userId, id))).map(({ kind, values }) => [
    kind,
    values,
  ])
