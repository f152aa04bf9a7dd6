import { expect, test } from 'vitest'
import { toFigures, toTable } from './figures.ts'

const answers = Array.from({ length: 100 }, (_, at) => ({
  kind: at < 90 ? 'sign-up' : 'page',
  ms: at + 1,
  outcome: at < 10 ? '200' : 'occasion_full',
}))

test('requests are summed up by kind, with percentiles and outcomes', () => {
  const [signUp, page] = toFigures(answers)
  expect(signUp).toMatchObject({ kind: 'sign-up', count: 90, p50: 46, p95: 86, p99: 90 })
  expect(signUp?.outcomes).toEqual(
    new Map([
      ['200', 10],
      ['occasion_full', 80],
    ]),
  )
  expect(page).toMatchObject({ kind: 'page', count: 10, p50: 96 })
})

test('the table names the most frequent outcome first', () => {
  expect(
    toTable(toFigures(answers.slice(0, 40)))
      .split('\n')
      .at(-1),
  ).toBe('| sign-up | 40 | 21 | 39 | 40 | occasion_full: 30, 200: 10 |')
  expect(toFigures([])).toEqual([])
})
