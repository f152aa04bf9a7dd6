import { expect, test } from 'vitest'
import { submissionsUrl, toSingleFilter, toSubmissionFilter } from './submissions-url.ts'

const searched = (query: string) => submissionsUrl.parse(new URLSearchParams(query))

test.each([
  '/inlamningsuppgifter',
  '/inlamningsuppgifter?view=mine&submission=7',
  '/inlamningsuppgifter?view=decided&text=%C3%85sa&education=3&part=9&unassigned=1&newest=1&page=2',
])('parses and formats %s without loss', (address) => {
  expect(submissionsUrl.href(searched(address.split('?')[1] ?? ''))).toBe(address)
})

test('ignores invalid parameters', () => {
  expect(submissionsUrl.href(searched('view=x&education=-1&part=abc&page=0&submission=1e9'))).toBe(
    '/inlamningsuppgifter',
  )
})

test('a view is a filter, and the own view has its reviewer set', () => {
  expect(toSubmissionFilter(searched(''), 4)).toMatchObject({ statuses: [1, 2], assigneeId: null, unassigned: false })
  expect(toSubmissionFilter(searched('view=mine&unassigned=1'), 4)).toMatchObject({ assigneeId: 4, unassigned: false })
  expect(toSubmissionFilter(searched('view=all&unassigned=1&newest=1&text=+x+'), 4)).toMatchObject({
    statuses: [],
    unassigned: true,
    descending: true,
    searchString: 'x',
  })
  expect(toSingleFilter(7)).toMatchObject({ submissionIds: [7], statuses: [], assigneeId: null })
})
