import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

const lineOf = (text: string) => toCsv([[text]]).slice(1, -2)

test.each(['=cmd|calc', '+SUM(A1)', '-2+3+cmd', '@SUM(A1)', '\t=1', '\r=1'])(
  '%j is escaped so that a spreadsheet does not run it',
  (text) => {
    expect(lineOf(text).replace(/^"/, '')).toMatch(/^'/)
  },
)

test.each(['Åsa', '0701234567', '+46 70 123 45 67', '', 'a-b'])('the cell %j is unchanged', (text) => {
  expect(lineOf(text)).toBe(text)
})

test('separators and line breaks are quoted', () => {
  expect(toCsv([['a;b', 'c"d', 'e\nf'], ['g']])).toBe('\uFEFF"a;b";"c""d";"e\nf"\r\ng\r\n')
})
