import { expect, test } from 'vitest'
import { statementsHref, statementsUrl, toStatementQuery } from './statements-url.ts'

function chosen(text: string) {
  const { after: _, ...filter } = statementsUrl.parse(new URLSearchParams(text))
  return filter
}

test('parses the choice from the URL, and ignores invalid parameters', () => {
  expect(chosen('userId=5&educationPartId=x&verb=passed&from=2026-02-30&to=2026-03-01&after=9')).toEqual({
    userId: '5',
    verb: 'passed',
    to: '2026-03-01',
  })
  expect(chosen('userId=-1&verb=')).toEqual({})
  expect(toStatementQuery(chosen('name=Sara+Lind'))).toEqual({ name: 'Sara Lind' })
})

test('parses its own URL', () => {
  const choice = chosen('userId=5&educationPartId=2&verb=failed')
  expect(statementsHref(choice, { after: '17' })).toBe('/statements?userId=5&educationPartId=2&verb=failed&after=17')
  expect(statementsHref(chosen(''))).toBe('/statements')
  expect(toStatementQuery(choice)).toEqual({ userId: 5, educationPartId: 2, verb: 'failed' })
})
