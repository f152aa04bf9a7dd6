import { eq } from 'drizzle-orm'
import { notices } from '#api/foundation/notices/table.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { database, type Person, signedIn } from './portal.ts'

const now = new Date()

export const createAdult = () => signedIn({ firstName: 'Helena', birthOn: '1983-05-01' })
export const createChild = () =>
  signedIn({ firstName: 'Milo', birthOn: `${now.getFullYear() - 15}-01-01`, organizationIds: [20] })
export const toPair = (guardian: Person, ward: Person) => ({ adultUserId: guardian.id, childUserId: ward.id })
export const seesPerson = async (guardian: Person, ward: Person) =>
  'birthDate' in (await (await guardian.fetch('GET', `/User/${ward.id}`)).json<object>())

/** Makes the guardian a confirmed parent of the ward. */
export const insertParent = (guardian: Person, ward: Person) =>
  database()
    .query.insert(guardianLinks)
    .values({
      ...toPair(guardian, ward),
      createdByUserId: guardian.id,
      createdAt: now,
      confirmedAt: now,
      relation: 'parent',
    })

/** Creates a child with a confirmed parent. */
export async function createFamily() {
  const [helena, milo] = [await createAdult(), await createChild()]
  await insertParent(helena, milo)
  return { helena, milo }
}

export const createAdministrator = () => signedIn({ roles: { Administrator: { Organization: [20] } } })
export const createClubAdministrator = () => signedIn({ roles: { OrganizationAdmin: { Organization: [20] } } })
export const requestLink = (as: Person, guardian: Person, ward: Person, relation?: string) =>
  as.fetch('POST', `/User/${ward.id}/guardian`, { ...toPair(guardian, ward), ...(relation ? { relation } : {}) })
export const confirmLink = (as: Person, guardian: Person, ward: Person) =>
  as.fetch('PUT', `/User/${ward.id}/guardian`, toPair(guardian, ward))
export const removeLink = (as: Person, guardian: Person, ward: Person) =>
  as.fetch('DELETE', `/User/${ward.id}/guardian/${guardian.id}`)
export const readCode = async (response: Response) => (await response.json<{ code: string }>()).code
export const listLinks = async (as: Person, of = as) =>
  (await as.fetch('GET', `/User/${of.id}/guardian`)).json<{ id: number; confirmed: boolean; childUserId: number }[]>()
export const listNotices = async ({ id }: Person) =>
  (await database().query.select().from(notices).where(eq(notices.userId, id))).map(({ kind, values }) => [
    kind,
    values,
  ])
