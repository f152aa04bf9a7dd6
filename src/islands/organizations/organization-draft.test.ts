import { expect, test } from 'vitest'
import { emptyOrganization, toChange, toDraft, toNewOrganization } from './organization-draft.ts'

const stored = { ...emptyOrganization({ id: 2, name: 'Norra', type: 1 }), id: 20, name: 'Åre MK', phone: 'växeln' }

test('a new organisation has the type below its parent’s', () => {
  expect(emptyOrganization(null)).toMatchObject({ type: 0, parentId: null, orgNr: null })
  expect(emptyOrganization({ id: 1, name: 'Förbundet', type: 0 })).toMatchObject({ type: 1, parentId: 1 })
  expect(emptyOrganization({ id: 2, name: 'Norra', type: 1 })).toMatchObject({ type: 2, parentName: 'Norra' })
})

test('sends changed fields only, so that old invalid values block nothing', () => {
  const draft = { ...toDraft(stored), name: ' Åre Motorklubb ', canBeInvoiced: true, city: '  ' }
  expect(toChange(draft, stored)).toEqual({
    name: 'Åre Motorklubb',
    canBeInvoiced: true,
    lastChange: stored.lastChange,
  })
  expect(toChange({ ...toDraft(stored), phone: '' }, stored)).toEqual({ phone: null, lastChange: stored.lastChange })
})

test('sends a new organisation without empty fields', () => {
  expect(toNewOrganization({ ...toDraft(stored), phone: '' })).toEqual({
    name: 'Åre MK',
    type: 2,
    parentId: 2,
    canBeInvoiced: false,
    active: true,
  })
})
