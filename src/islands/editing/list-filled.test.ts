import { expect, test } from 'vitest'
import { listFilled } from './list-filled.ts'

const draft = {
  age: '15',
  text: '<p>Hej</p>',
  organizer: 7,
  off: false,
  on: true,
  none: null,
  empty: '',
  methods: [],
  last: new Date('2027-05-08T21:59:00Z'),
}
const names = Object.keys(draft) as (keyof typeof draft)[]

test('a fold says what is set inside: short values and days, and otherwise the label', () => {
  expect(listFilled({ draft, names, labelOf: (name) => name.toUpperCase(), language: 'sv' })).toEqual([
    'AGE: 15',
    'TEXT',
    'ORGANIZER',
    'ON',
    'LAST: 8 maj 2027',
  ])
})

test('a long text is named only', () => {
  expect(listFilled({ draft: { a: 'x'.repeat(41) }, names: ['a'], labelOf: () => 'A', language: 'sv' })).toEqual(['A'])
})
