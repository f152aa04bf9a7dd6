import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { InvoiceItem, InvoiceRecipient } from '#api/money/invoices/contract.ts'
import { formatAmountInput } from '../client/amount-input.ts'
import {
  adjustAmount,
  chooseRecipients,
  chooseRow,
  emptyChoice,
  type InvoiceChoice,
  isChosen,
  isPartlyChosen,
  isRowChosen,
  sumChoice,
  toInvoiceItems,
  unreadableRows,
} from './invoice-choice.ts'

const itemOf = (resultId: number, invoiceRecipientId: number, minor: number): InvoiceItem => ({
  resultId,
  invoiceRecipientId,
  amount: minor / 100,
  userId: 1,
  userName: 'Anna',
  recipientName: 'Klubb',
  educationId: 1,
  educationTitle: 'Kurs',
  educationPartId: 1,
  partTitle: 'Del',
  occasionId: null,
  vatRate: 0,
  occasionDate: null,
  signUpDate: new Date(0),
  completedDate: null,
  completed: false,
  canceledDate: null,
  attended: false,
})

const recipientOf = (id: number, rows: readonly InvoiceItem[]): InvoiceRecipient => {
  const own = rows.filter(({ invoiceRecipientId }) => invoiceRecipientId === id)
  const amount = own.reduce((sum, row) => sum + Math.round(row.amount * 100), 0) / 100
  return {
    id,
    name: `Klubb ${id}`,
    orgNr: null,
    email: null,
    hasAddress: true,
    itemCount: own.length,
    canceledCount: 0,
    amount,
  }
}

const rows = [itemOf(1, 7, 10_010), itemOf(2, 7, 20), itemOf(3, 8, 50_000)]
const [one, two, three] = rows as [InvoiceItem, InvoiceItem, InvoiceItem]
const recipients = [recipientOf(7, rows), recipientOf(8, rows)]
const ofSeven = [one, two]
const all = chooseRecipients(emptyChoice, recipients, true)

describe('the choice', () => {
  test('is empty at first', () =>
    expect(sumChoice(emptyChoice, recipients, rows)).toEqual({ recipients: 0, rows: 0, minor: 0 }))

  test('includes all rows of a recipient before they are loaded', () => {
    expect(sumChoice(all, recipients, [])).toEqual({ recipients: 2, rows: 3, minor: 60_030 })
    expect(toInvoiceItems(all, rows)).toEqual(
      rows.map(({ resultId, invoiceRecipientId, amount }) => ({ resultId, invoiceRecipientId, amount })),
    )
  })

  test('excludes rows that are left out, and the recipient with its last row', () => {
    const less = chooseRow(all, two, ofSeven, false)
    expect([isPartlyChosen(less, recipients[0] as InvoiceRecipient), isRowChosen(less, two)]).toEqual([true, false])
    expect(sumChoice(less, recipients, rows)).toEqual({ recipients: 2, rows: 2, minor: 60_010 })
    const none = chooseRow(less, one, ofSeven, false)
    expect(isChosen(none, recipients[0] as InvoiceRecipient)).toBe(false)
    expect(isPartlyChosen(chooseRow(less, two, ofSeven, true), recipients[0] as InvoiceRecipient)).toBe(false)
  })

  test('is a single row when only that row is ticked', () => {
    const single = chooseRow(emptyChoice, one, ofSeven, true)
    expect(toInvoiceItems(single, rows)).toEqual([{ resultId: 1, invoiceRecipientId: 7, amount: 100.1 }])
    expect(sumChoice(single, recipients, rows)).toEqual({ recipients: 1, rows: 1, minor: 10_010 })
  })

  test('has the typed amount, or the original one when that is typed again', () => {
    const cheaper = adjustAmount(all, three, '99,99')
    expect(sumChoice(cheaper, recipients, rows).minor).toBe(20_029)
    expect(toInvoiceItems(cheaper, rows)[2]).toMatchObject({ amount: 99.99 })
    expect(adjustAmount(cheaper, three, '500').amounts.size).toBe(0)
  })

  test('requires a valid amount for each row that is not left out', () => {
    const wrong = adjustAmount(all, two, 'gratis')
    expect(unreadableRows(wrong, rows)).toEqual([two])
    expect(() => toInvoiceItems(wrong, rows)).toThrow()
    expect(unreadableRows(chooseRow(wrong, two, ofSeven, false), rows)).toEqual([])
  })
})

test('the shown sum equals the sum of the rows that are sent, after any sequence of presses', () => {
  const row = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 100_000_000 }))
  const lists = fc
    .array(row, { minLength: 1, maxLength: 30 })
    .map((rows) => rows.map(([recipientId, minor], at) => itemOf(at + 1, recipientId, minor)))
  const press = fc.tuple(fc.nat(), fc.boolean(), fc.option(fc.integer({ min: 0, max: 100_000_000 })))
  fc.assert(
    fc.property(lists, fc.array(press, { maxLength: 20 }), (items, presses) => {
      const ids = [...new Set(items.map(({ invoiceRecipientId }) => invoiceRecipientId))]
      const recipients = ids.map((id) => recipientOf(id, items))
      const pressed = presses.reduce((choice: InvoiceChoice, [which, isChosen, minor]) => {
        const item = items[which % items.length] as InvoiceItem
        const own = items.filter(({ invoiceRecipientId }) => invoiceRecipientId === item.invoiceRecipientId)
        if (minor !== null) return adjustAmount(choice, item, formatAmountInput(minor / 100, 'sv'))
        return which % 3 === 0
          ? chooseRecipients(choice, [recipientOf(item.invoiceRecipientId, items)], isChosen)
          : chooseRow(choice, item, own, isChosen)
      }, emptyChoice)
      const sent = toInvoiceItems(pressed, items)
      const sums = sumChoice(pressed, recipients, items)
      expect(sums.rows).toBe(sent.length)
      expect(sums.minor).toBe(sent.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0))
      expect(sums.recipients).toBe(new Set(sent.map(({ invoiceRecipientId }) => invoiceRecipientId)).size)
    }),
  )
})
