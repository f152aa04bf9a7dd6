import { describe, expect, test } from 'vitest'
import { formatOrganizationNumber, isOrganizationNumber, type OrganizationState, refuseFields } from './rules.ts'

test.each(['802400-0005', '8024000005', '16802400-0005', ' 556016-0680 ', '165560160680'])(
  '%s is an organisation number',
  (text) => expect(isOrganizationNumber(text)).toBe(true),
)

test.each(['802400-0001', '801200-0007', '802400-005', '80240-00005', '802400000512', 'NO 923609016', ''])(
  '%s is not an organisation number',
  (text) => expect(isOrganizationNumber(text)).toBe(false),
)

test('a number is formatted with ten digits and a hyphen', () => {
  expect(['8024000005', '16802400-0005'].map(formatOrganizationNumber)).toEqual(['802400-0005', '802400-0005'])
})

const club: OrganizationState = {
  id: 20,
  type: 2,
  parentId: 2,
  active: true,
  isMain: false,
  addressLine1: null,
  addressLine2: null,
  postalNumber: null,
  city: null,
  country: null,
}
const change = (fields: Partial<OrganizationState>, rest: Partial<Parameters<typeof refuseFields>[0]> = {}) =>
  refuseFields({
    before: club,
    changed: Object.keys(fields),
    after: { ...club, ...fields },
    parent: { type: 1, path: '/1/3/' },
    isRegistered: false,
    ...rest,
  })

describe('a change', () => {
  test('below a higher kind, and out of every branch, is allowed', () => {
    expect(change({ parentId: 3 })).toEqual({})
    expect(change({ parentId: null }, { parent: null })).toEqual({})
  })

  test('below an organisation of its own branch is refused, whatever its kind', () => {
    expect(change({ parentId: 9 }, { parent: { type: 1, path: '/1/20/9/' } })).toEqual({
      parentId: 'organization_circle',
    })
  })

  test('of other fields is not blocked by an incomplete stored address', () => {
    const before = { ...club, city: 'Åre' }
    expect(refuseFields({ before, changed: ['name'], after: before, parent: null, isRegistered: false })).toEqual({})
    expect(change({ city: 'Åre' })).toEqual({ addressLine1: 'address_incomplete', postalNumber: 'address_incomplete' })
  })

  test('of a registered organisation is limited to invoicing', () => {
    const isRegistered = true
    expect(refuseFields({ before: club, changed: ['canBeInvoiced'], after: club, parent: null, isRegistered })).toEqual(
      {},
    )
    expect(change({ active: false }, { isRegistered })).toEqual({ active: 'organization_registered' })
  })
})
