import { expect, test } from 'vitest'
import { invoiceFileName } from './save-invoices.ts'

const head = (number: number) => ({ number, fileName: `fakturaunderlag_${number}_2026-10-01_2026-10-31.xlsx` })

test('a single invoice is saved under its own name, several under their first and last number', () => {
  expect(invoiceFileName([head(1001)], 'xlsx')).toBe('fakturaunderlag_1001_2026-10-01_2026-10-31.xlsx')
  expect(invoiceFileName([head(1001)], 'si')).toBe('fakturaunderlag_1001_2026-10-01_2026-10-31.si')
  expect(invoiceFileName([head(1004), head(1001), head(1002)], 'si')).toBe('fakturaunderlag_1001-1004.si')
})
