import { expect, test } from 'vitest'
import { blankOrganization, changeOf, draftOf, newOf } from './organization-draft.ts'

const stored = { ...blankOrganization({ id: 2, name: 'Norra', type: 1 }), id: 20, name: 'Åre MK', phone: 'växeln' }

test('a new one is of the kind below its parent', () => {
  expect(blankOrganization(null)).toMatchObject({ type: 0, parentId: null, orgNr: null })
  expect(blankOrganization({ id: 1, name: 'Förbundet', type: 0 })).toMatchObject({ type: 1, parentId: 1 })
  expect(blankOrganization({ id: 2, name: 'Norra', type: 1 })).toMatchObject({ type: 2, parentName: 'Norra' })
})

test('only the fields that were changed are sent, so that nothing from before stands in the way', () => {
  const draft = { ...draftOf(stored), name: ' Åre Motorklubb ', canBeInvoiced: true, city: '  ' }
  expect(changeOf(draft, stored)).toEqual({
    name: 'Åre Motorklubb',
    canBeInvoiced: true,
    lastChange: stored.lastChange,
  })
  expect(changeOf({ ...draftOf(stored), phone: '' }, stored)).toEqual({ phone: null, lastChange: stored.lastChange })
})

test('a new one is sent without what is empty', () => {
  expect(newOf({ ...draftOf(stored), phone: '' })).toEqual({
    name: 'Åre MK',
    type: 2,
    parentId: 2,
    canBeInvoiced: false,
    active: true,
  })
})
