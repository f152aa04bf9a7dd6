import { expect, test } from 'vitest'
import { formatChoice, nothingChosen, parseChoice, pruneChoice } from './stored-choice.ts'

const period = {
  startDate: '2026-10-01',
  endDate: '2026-10-31',
  filteringOnOnlyCompleted: false,
  withCanceled: true,
  search: '',
}
const club = {
  id: 7,
  name: 'Klubb',
  orgNr: null,
  email: null,
  hasAddress: true,
  itemCount: 2,
  canceledCount: 0,
  amount: 600,
}
const row = { resultId: 1, invoiceRecipientId: 7, amount: 100 }
const storedChoice = {
  choice: {
    recipients: new Map([[7, { leftOut: new Map([[2, 50_000]]) }]]),
    amounts: new Map([[1, '99,50']]),
  },
  recipients: [club, { ...club, id: 8 }],
  adjusted: [row, { ...row, resultId: 3 }],
}

test('a choice is read as it was stored, without what is not chosen', () => {
  expect(parseChoice(period, formatChoice(period, storedChoice))).toEqual({
    choice: storedChoice.choice,
    recipients: [club],
    adjusted: [row],
  })
})

test('nothing is chosen at first, or with another filter', () => {
  expect(parseChoice(period, null)).toBe(nothingChosen)
  expect(parseChoice({ ...period, search: 'kart' }, formatChoice(period, storedChoice))).toBe(nothingChosen)
})

test('a recipient whose rows have changed since it was chosen is removed with its adjusted amounts', () => {
  const other = { ...club, id: 9 }
  const both = {
    choice: {
      recipients: new Map([...storedChoice.choice.recipients, [9, { leftOut: new Map() }]]),
      amounts: storedChoice.choice.amounts,
    },
    recipients: [club, other],
    adjusted: [row],
  }
  expect(pruneChoice(both, [club, other])).toEqual({ pruned: both, removedCount: 0 })
  const { pruned, removedCount } = pruneChoice(both, [{ ...club, itemCount: 1 }, other])
  expect(removedCount).toBe(1)
  expect([...pruned.choice.recipients.keys()]).toEqual([9])
  expect(pruned.choice.amounts.size).toBe(0)
  expect(pruneChoice(both, [club]).pruned.recipients).toEqual([club])
})
