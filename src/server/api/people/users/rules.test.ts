import { describe, expect, test } from 'vitest'
import { refuseBirthDate, refuseMemberships } from './rules.ts'

test('a birth date is neither in the future nor before 1900', () => {
  expect(refuseBirthDate('2026-05-10', '2026-05-10')).toBeNull()
  expect(refuseBirthDate('2026-05-11', '2026-05-10')).toBe('born_in_future')
  expect(refuseBirthDate('1900-01-01', '2026-05-10')).toBeNull()
  expect(refuseBirthDate('1899-12-31', '2026-05-10')).toBe('born_too_early')
})

describe('memberships', () => {
  const own = (id: number) => ({ id, active: true, isOwn: true })
  const change = { before: [20, 21], after: [20, 22], isExternal: false, places: [own(21), own(22)] }
  test('are added and removed within the caller’s branch', () => expect(refuseMemberships(change)).toBeNull())
  test('of another branch are preserved and do not block a change', () =>
    expect(refuseMemberships({ ...change, before: [90, 21], after: [90, 22] })).toBeNull())
  test('of another branch are neither added nor removed', () => {
    const places = [own(21), { ...own(22), isOwn: false }]
    expect(refuseMemberships({ ...change, places })).toBe('organization_beyond_own')
    expect(refuseMemberships({ ...change, before: [20, 22], after: [20], places })).toBe('organization_beyond_own')
  })
  test('are added only for existing and active organisations', () => {
    expect(refuseMemberships({ ...change, places: [own(21)] })).toBe('unknown_reference')
    expect(refuseMemberships({ ...change, places: [own(21), { ...own(22), active: false }] })).toBe('unknown_reference')
  })
  test('are not added for external people, whose old ones can be removed', () => {
    expect(refuseMemberships({ ...change, isExternal: true })).toBe('external_without_organizations')
    expect(refuseMemberships({ ...change, isExternal: true, after: [], places: [own(20), own(21)] })).toBeNull()
  })
})
