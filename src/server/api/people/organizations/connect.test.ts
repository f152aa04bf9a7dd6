import { expect, test } from 'vitest'
import { type KnownOrganization, planConnections } from './connect.ts'

const known = (id: number, name: string, more: Partial<KnownOrganization> = {}): KnownOrganization => ({
  id,
  name,
  type: 2,
  parentId: 1,
  orgNr: null,
  externalId: null,
  active: true,
  ...more,
})
const home = known(1, 'Förbundet', { type: 0, parentId: null, externalId: 'F' })
const federation = { id: 'F', name: 'Förbundet', type: 0 } as const
const club = (id: string, name: string, more: { orgNr?: string; parentId?: string | null } = {}) =>
  ({ id, name, type: 2, parentId: 'F', ...more }) as const

test('what has its id in the register is not in the plan', () => {
  expect(planConnections([federation], [home])).toEqual({ connected: [], unclear: [] })
})

test('case and spaces of a name are no difference, and another type is', () => {
  const plan = planConnections(
    [federation, club('A', 'ÅRE  mk ')],
    [home, known(7, 'Åre MK'), known(8, 'Åre MK', { type: 1 })],
  )
  expect(plan.connected).toEqual([{ id: 7, name: 'ÅRE  mk ', externalId: 'A', by: 'name' }])
})

test('two different numbers are two organisations, also with one name', () => {
  const namesake = known(7, 'Åre MK', { orgNr: '802000-1111' })
  expect(planConnections([federation, club('A', 'Åre MK', { orgNr: '802000-2222' })], [home, namesake])).toEqual({
    connected: [],
    unclear: [],
  })
})

test('a number that several have is unclear, unless its holders are connected already', () => {
  const number = { orgNr: '802000-1111' }
  const entries = [federation, club('A', 'Åre MK', number)]
  const [one, other] = [known(7, 'Åre', number), known(8, 'Åre sektion', number)]
  expect(planConnections(entries, [home, one, other]).unclear).toEqual([
    { externalId: 'A', name: 'Åre MK', candidates: [7, 8] },
  ])
  const section = club('B', 'Åre sektion', number)
  expect(planConnections([...entries, section], [home, { ...one, externalId: 'A' }])).toEqual({
    connected: [],
    unclear: [],
  })
})

test('two entries with one name below one parent are unclear, and an entry without a parent matches none with one', () => {
  const plan = planConnections([federation, club('A', 'Åre MK'), club('B', 'Åre MK')], [home, known(7, 'Åre MK')])
  expect(plan.unclear.map(({ externalId }) => externalId)).toEqual(['A', 'B'])
  const loose = planConnections([federation, club('A', 'Åre MK', { parentId: null })], [home, known(7, 'Åre MK')])
  expect(loose).toMatchObject({ connected: [], unclear: [{ candidates: [7] }] })
})

test('the only federation of each side is connected unless the numbers differ', () => {
  const own = { ...home, name: 'Vårt förbund', externalId: null, orgNr: '802000-1111' }
  expect(planConnections([federation], [own]).connected).toMatchObject([{ id: 1, by: 'federation' }])
  expect(planConnections([{ ...federation, orgNr: '802000-2222' }], [own]).connected).toEqual([])
})

test('a number of an organisation of another type connects nothing and is unclear', () => {
  const number = { orgNr: '802000-1111' }
  const district = known(2, 'Norr', { type: 1, orgNr: number.orgNr })
  const entries = [federation, { id: 'D', name: 'Norr', type: 1, parentId: 'F' } as const, club('C', 'Klubb', number)]
  const plan = planConnections(entries, [home, district])
  expect(plan.connected.filter(({ by }) => by === 'number')).toEqual([])
  expect(plan.unclear).toContainEqual({ externalId: 'C', name: 'Klubb', candidates: [2] })
})

test('a number of twelve digits is that of ten, and zeros are none', () => {
  const [one, other] = [known(7, 'Åre MK', { orgNr: '802000-1111' }), known(8, 'Boden', { orgNr: '000000-0000' })]
  const entries = [
    federation,
    club('A', 'Åre', { orgNr: '168020001111' }),
    club('B', 'Boden', { orgNr: '802000-2222' }),
    club('C', 'Piteå', { orgNr: '0000000000' }),
  ]
  expect(planConnections(entries, [home, one, other])).toMatchObject({
    connected: [
      { id: 7, externalId: 'A', by: 'number' },
      { id: 8, externalId: 'B', by: 'name' },
    ],
    unclear: [],
  })
})

test('a letter with its sign apart is the same letter', () => {
  const plan = planConnections([federation, club('A', 'A\u030Are MK')], [home, known(7, '\u00C5re MK')])
  expect(plan.connected).toMatchObject([{ id: 7, by: 'name' }])
})

test('an organisation out of use is connected by its number, not by its name', () => {
  const closed = known(8, 'Åre MK', { active: false, orgNr: '802000-1111' })
  const byName = [federation, club('A', 'Åre MK')]
  expect(planConnections(byName, [home, known(7, 'Åre MK'), closed]).connected).toMatchObject([{ id: 7, by: 'name' }])
  expect(planConnections(byName, [home, closed])).toEqual({ connected: [], unclear: [] })
  const byNumber = [federation, club('A', 'Åre MK', { orgNr: '802000-1111' })]
  expect(planConnections(byNumber, [home, closed]).connected).toMatchObject([{ id: 8, by: 'number' }])
})
