import { expect, test, vi } from 'vitest'
import type { DuplicatePair } from '#api/people/duplicates/contract.ts'
import { signedIn } from '../../portal.ts'
import { merge, office, run } from './fixtures.ts'

vi.setConfig({ testTimeout: 30_000 })

interface Page {
  items: DuplicatePair[]
  next: { id: number; otherId: number } | null
}

const list = (query = '') => office.json<Page>('GET', `/DuplicatePeople${query}`)
const pairsOf = ({ items }: Page) => items.map(({ people, reasons }) => [...people.map(({ id }) => id), ...reasons])
/** Lists the pairs of all pages in which one of the people is. */
const pairsWith = async (id: number) => pairsOf(await list('?pageSize=200')).filter((pair) => pair.includes(id))

test('the same birth date and spelling of the name make a pair, the name alone does not', async () => {
  const one = await signedIn({ firstName: 'Sofie', lastName: 'Karlsson', birthOn: '1988-01-02' })
  const other = await signedIn({ firstName: 'Sophie', lastName: 'Carlson', birthOn: '1988-01-02' })
  await signedIn({ firstName: 'Sofie', lastName: 'Karlsson', birthOn: '1988-01-03' })
  await signedIn({ firstName: 'Sofie', lastName: 'Karlsson' })
  expect(await pairsWith(one.id)).toEqual([[one.id, other.id, 'birthDateAndName']])
})

test('the same email and birth date, or phone and surname, make a pair', async () => {
  const email = 'Samma@example.se'
  const one = await signedIn({ birthOn: '1990-01-01', email, lastName: 'Ek', phone: '070-123 45 67' })
  const other = await signedIn({ birthOn: '1990-01-01', email: email.toLowerCase() })
  await signedIn({ birthOn: '1991-01-01', email })
  const third = await signedIn({ lastName: 'Ek', phone: '+46701234567' })
  await signedIn({ lastName: 'Al', phone: '0701234567' })
  await signedIn({ firstName: 'Barn', lastName: 'Ek', phone: '0701234567', birthOn: '2015-01-01' })
  expect(await pairsWith(one.id)).toEqual([
    [one.id, other.id, 'emailAndBirthDate'],
    [one.id, third.id, 'phoneAndSurname'],
  ])
})

test('an id that the register gives to another account makes a pair', async () => {
  const one = await signedIn({ externalPersonId: 'IID-1' })
  const other = await signedIn()
  await run("insert into register_people (external_id, user_id, changed_at) values ('IID-1', ?, '2026')", other.id)
  expect(await pairsWith(one.id)).toEqual([[one.id, other.id, 'registerId']])
})

test('a protected, erased or merged-away person is in no pair', async () => {
  const same = { firstName: 'Dold', lastName: 'Person', birthOn: '1970-02-02' }
  const one = await signedIn(same)
  const secret = await signedIn(same)
  expect(await pairsWith(one.id)).toHaveLength(1)
  await run('update users set protected_at = ? where id = ?', new Date().toISOString(), secret.id)
  expect(await pairsWith(one.id)).toEqual([])
  const third = await signedIn(same)
  expect(await pairsWith(one.id)).toHaveLength(1)
  await merge({ from: third, into: one })
  expect(await pairsWith(one.id)).toEqual([])
})

test('a pair that is marked as two people stays away', async () => {
  const same = { firstName: 'Tvilling', lastName: 'Ett', birthOn: '2001-02-02' }
  const [one, other] = [await signedIn(same), await signedIn(same)]
  const mark = () => office.fetch('POST', '/DuplicatePeople/distinct', { userId: other.id, otherUserId: one.id })
  expect([(await mark()).status, (await mark()).status]).toEqual([204, 204])
  expect(await pairsWith(one.id)).toEqual([])
})

test('pages follow each other without a gap and without a repeat', async () => {
  const same = { firstName: 'Många', lastName: 'Poster', birthOn: '1999-09-09' }
  for (let at = 0; at < 4; at++) await signedIn(same)
  const all = pairsOf(await list('?pageSize=200'))
  const paged: (string | number)[][] = []
  for (let page = await list('?pageSize=2'); ; ) {
    paged.push(...pairsOf(page))
    if (!page.next) break
    page = await list(`?pageSize=2&afterId=${page.next.id}&afterOtherId=${page.next.otherId}`)
  }
  expect(paged).toEqual(all)
  expect(all.length).toBeGreaterThanOrEqual(6)
})
