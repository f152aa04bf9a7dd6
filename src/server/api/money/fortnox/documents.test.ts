import { expect, test } from 'vitest'
import { splitRowText, toDocumentRows } from './documents.ts'
import { maxRequestsInWindow, msUntilAllowed } from './rules.ts'

test('splits a text at spaces into parts of at most 50 characters, and a long word where it must', () => {
  expect(splitRowText('Anna Andersson, Banpersonal')).toEqual(['Anna Andersson, Banpersonal'])
  const parts = splitRowText(`Anna-Karin Lindqvist Andersson, Grundutbildning för banpersonal ${'x'.repeat(60)}`)
  expect(parts.every(({ length }) => length > 0 && length <= 50)).toBe(true)
  expect(parts.join('').replaceAll(' ', '')).toContain('x'.repeat(60))
})

test('never splits a character that is two code units', () => {
  const parts = splitRowText(`${'x'.repeat(49)}😀${'y'.repeat(10)}`)
  expect(parts).toEqual([`${'x'.repeat(49)}😀`, 'y'.repeat(10)])
  expect(splitRowText('😀'.repeat(51))).toEqual(['😀'.repeat(50), '😀'])
})

test('writes whole öre as kronor with two decimals, and a credited row with a negative quantity', () => {
  const row = { userName: 'Anna', educationTitle: 'Bana', partTitle: 'Bana', vatRate: 25 }
  const rows = toDocumentRows([
    { ...row, amountMinor: 49_995 },
    { ...row, amountMinor: -29 },
  ])
  expect(JSON.stringify(rows)).toContain('"DeliveredQuantity":"1","Price":499.95,')
  expect(JSON.stringify(rows)).toContain('"DeliveredQuantity":"-1","Price":0.29,')
  expect(rows[0]).toMatchObject({ Description: 'Anna, Bana', VAT: 25, AccountNumber: 3001 })
})

test('lets a request wait until the window has room', () => {
  const sentAt = Array.from({ length: maxRequestsInWindow }, (_, at) => 1_000 + at)
  expect(msUntilAllowed(sentAt.slice(1), 2_000)).toBe(0)
  expect(msUntilAllowed(sentAt, 2_000)).toBe(4_000)
  expect(msUntilAllowed(sentAt, 6_000)).toBe(0)
})
