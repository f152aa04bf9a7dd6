import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressWith, searchIn } from './list-address.ts'
import { orders } from './participant-rows.ts'

const page = new URL('https://portal.test/education/manageOccasion/57?text=anna&order=state&tab=list')

test('a search stands in the address, and what goes without saying does not', () => {
  expect(addressWith(page, { text: 'bo ek', order: 'organization' })).toBe(
    '/education/manageOccasion/57?tab=list&text=bo+ek&order=organization',
  )
  expect(addressWith(page, { text: '', order: 'name' })).toBe('/education/manageOccasion/57?tab=list')
})

test('what is written is read again, and what cannot be meant is left out', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), fc.constantFrom(...orders), (text, order) => {
      const { searchParams } = new URL(addressWith(page, { text: text.toWellFormed(), order }), page)
      expect(searchIn(searchParams)).toEqual({ text: text.toWellFormed(), order })
    }),
  )
  expect(searchIn(new URLSearchParams('order=fee'))).toEqual({ text: '', order: 'name' })
})
