import { expect, test } from 'vitest'
import { translator } from '#locales/translate.ts'
import { formatMove } from './format-move.ts'

const t = translator('sv', 'occasions')

test('a move says how many are moved, who are not, and how many the reader does not see', () => {
  expect(formatMove({ fits: 2, others: [], unlisted: 0 }, t)).toBe(
    '2 personer flyttas med avgiften kvar och får besked.',
  )
  expect(formatMove({ fits: 1, others: ['Bo Ek'], unlisted: 3 }, t)).toBe(
    '1 person flyttas med avgiften kvar och får besked. Flyttas inte, utan tas bort med eventuell återbetalning: Bo Ek. 3 personer som du inte ser blir också avanmälda, med eventuell återbetalning.',
  )
})

test('a move that the limit of one call cuts off says so', () => {
  expect(formatMove({ fits: 200, others: ['Bo Ek'], unlisted: 0 }, t)).toContain(
    'Högst 200 personer flyttas på en gång.',
  )
  expect(formatMove({ fits: 200, others: [], unlisted: 1 }, t)).not.toContain('på en gång')
})
