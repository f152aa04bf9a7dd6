import fc from 'fast-check'
import { expect, test } from 'vitest'
import { figures } from '#api/participation/sign-ups/participants/rules.ts'
import { orders } from './participant-rows.ts'
import { participantsHref, participantsUrl } from './participants-url.ts'

const page = new URL('https://portal.test/education/manageOccasion/57?text=anna&order=state&tab=list')

test('the URL contains the search without default values', () => {
  expect(participantsHref(page, { text: 'bo ek', order: 'organization', only: null })).toBe(
    '/education/manageOccasion/57?tab=list&text=bo+ek&order=organization',
  )
  expect(participantsHref(page, { text: '', order: 'name', only: null })).toBe('/education/manageOccasion/57?tab=list')
  expect(participantsHref(page, { text: '', order: 'name', only: 'attended' })).toBe(
    '/education/manageOccasion/57?tab=list&only=attended',
  )
})

test('parses its own URL, and ignores invalid parameters', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 200 }),
      fc.constantFrom(...orders),
      fc.constantFrom(...figures, null),
      (text, order, only) => {
        const search = { text: text.toWellFormed(), order, only }
        expect(participantsUrl.parse(new URL(participantsHref(page, search), page))).toEqual(search)
      },
    ),
  )
  expect(participantsUrl.parse(new URLSearchParams('order=fee&only=x'))).toEqual({
    text: '',
    order: 'name',
    only: null,
  })
})
