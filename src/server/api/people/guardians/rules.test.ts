import { expect, test } from 'vitest'
import { latestAdultBirth } from '#api/ages.ts'
import { canBeGuardian, mayDecide, mayRemove, refuseCandidates, refuseLink, requiresGuardian } from './rules.ts'

const today = '2026-03-02'
const helena = { id: 7, birthOn: '1983-05-01' }
const milo = { id: 6, birthOn: '2010-08-20' }

test('an adult is linked to a child', () => {
  expect(refuseLink(helena, milo, today)).toBeNull()
  expect(refuseLink(helena, { id: 6, birthOn: null }, today)).toBeNull()
})

test('a guardian is at least 18 on that day and has a date of birth', () => {
  expect(refuseLink({ id: 7, birthOn: '2008-03-02' }, milo, today)).toBeNull()
  expect(refuseLink({ id: 7, birthOn: '2008-03-03' }, milo, today)).toBe('guardian_not_adult')
  expect(refuseLink({ id: 7, birthOn: null }, milo, today)).toBe('guardian_not_adult')
})

test('a person cannot be their own guardian, or an adult’s', () => {
  expect(refuseLink(helena, helena, today)).toBe('guardian_of_self')
  expect(refuseLink(helena, { id: 6, birthOn: '2008-03-02' }, today)).toBe('guardian_of_adult')
})

test('a guardian or the office of the child decides, and nobody else', () => {
  const pair = { adultUserId: helena.id, childUserId: milo.id }
  const stranger = { isOffice: false, isGuardian: false, isAdultExternal: false }
  const office = { ...stranger, isOffice: true }
  expect(mayDecide(3, pair, stranger)).toBe(false)
  expect(mayDecide(milo.id, pair, office)).toBe(false)
  expect(mayDecide(helena.id, pair, office)).toBe(false)
  expect(mayDecide(3, pair, office)).toBe(true)
  expect(mayDecide(3, pair, { ...office, isAdultExternal: true })).toBe(true)
  expect(mayDecide(3, pair, { ...stranger, isGuardian: true })).toBe(true)
  expect(mayDecide(3, pair, { ...stranger, isGuardian: true, isAdultExternal: true })).toBe(false)
})

test('a parent may decline a request, but not remove the other parent', () => {
  const link = { adultUserId: helena.id, childUserId: milo.id }
  const parent = { isOffice: false, isGuardian: true }
  expect(mayRemove(3, { ...link, confirmed: false }, parent)).toBe(true)
  expect(mayRemove(3, { ...link, confirmed: true }, parent)).toBe(false)
  expect(mayRemove(3, { ...link, confirmed: true }, { isOffice: true, isGuardian: false })).toBe(true)
  expect(mayRemove(3, { ...link, confirmed: false }, { isOffice: false, isGuardian: false })).toBe(false)
  for (const own of [helena.id, milo.id])
    expect(mayRemove(own, { ...link, confirmed: true }, { isOffice: false, isGuardian: false })).toBe(true)
})

test('a driver needs a guardian until the eighteenth birthday, on the day of the exam and not of the sign-up', () => {
  expect(requiresGuardian(18, '2008-06-14', '2026-06-13')).toBe(true)
  expect(requiresGuardian(18, '2008-06-13', '2026-06-13')).toBe(false)
  expect(requiresGuardian(18, '2008-06-12', '2026-06-13')).toBe(false)
  expect(requiresGuardian(18, null, '2026-06-13')).toBe(true)
  expect(requiresGuardian(null, null, '2026-06-13')).toBe(false)
})

test('an adult of the federation can be a guardian, an external adult only when the organiser decides', () => {
  const helena = { birthOn: '1983-05-01', isExternal: false }
  expect(canBeGuardian(helena, today, false)).toBe(true)
  expect(canBeGuardian({ ...helena, isExternal: true }, today, false)).toBe(false)
  expect(canBeGuardian({ ...helena, isExternal: true }, today, true)).toBe(true)
  expect(canBeGuardian({ birthOn: '2008-03-03', isExternal: false }, today, true)).toBe(false)
  expect(canBeGuardian({ birthOn: null, isExternal: false }, today, true)).toBe(false)
  expect(latestAdultBirth('2026-03-02')).toBe('2008-03-02')
})

test('a guardian is searched for by the child and its guardians and office, a ward by the office only', () => {
  const nobody = { own: false, looksAfter: false, sees: false, office: false }
  const [child, adult] = ['2010-08-20', '1983-05-01']
  const of = (as: 'guardian' | 'ward', birthOn: string | null, facts: Partial<typeof nobody>) =>
    refuseCandidates(as, { ...nobody, ...facts, birthOn }, '2008-03-02')
  expect(of('guardian', child, { own: true, sees: true })).toBeNull()
  expect(of('guardian', null, { looksAfter: true })).toBeNull()
  expect(of('guardian', adult, { own: true })).toBe('guardian_of_adult')
  expect(of('guardian', child, { sees: true, office: true })).toBe('not_allowed')
  expect(of('ward', adult, { own: true, sees: true })).toBe('not_allowed')
  expect(of('ward', adult, { office: true })).toBe('not_allowed')
  expect(of('ward', adult, { office: true, sees: true })).toBeNull()
  expect(of('ward', child, { office: true, sees: true })).toBe('guardian_not_adult')
})
