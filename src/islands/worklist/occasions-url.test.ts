import { expect, test } from 'vitest'
import { occasionsHref, parseOccasionSearch, toOccasionQuery } from './occasions-url.ts'

const today = '2026-05-04'
const read = (text: string) => parseOccasionSearch(new URLSearchParams(text), today)

test('defaults to today and later, and an empty day means all days', () => {
  expect(read('')).toMatchObject({ startDate: today, endDate: '', page: 1 })
  expect(read('startDate=')).toMatchObject({ startDate: '' })
})

test('parses its own URL', () => {
  const search = {
    startDate: '2026-03-01',
    endDate: '2026-03-31',
    educationId: 4,
    educationPartId: 9,
    city: 'Östersund',
    responsibleId: 7,
    page: 1,
  }
  expect(parseOccasionSearch(new URL(occasionsHref(search), 'https://portal.test').searchParams, today)).toEqual(search)
  expect(toOccasionQuery(search)).toEqual({
    startDate: '2026-03-01',
    endDate: '2026-03-31',
    educationId: [4],
    educationPartId: 9,
    city: ['Östersund'],
    responsibleId: 7,
    page: 1,
  })
})

test('ignores invalid parameters', () => {
  const search = read('startDate=yesterday&endDate=2026-13-40&educationId=x&educationPartId=9&page=0&responsibleId=-1')
  expect(search).toEqual({
    startDate: '',
    endDate: '',
    educationId: null,
    educationPartId: null,
    city: '',
    responsibleId: null,
    page: 1,
  })
  expect(toOccasionQuery(search)).toEqual({ educationId: [], city: [], page: 1 })
})
