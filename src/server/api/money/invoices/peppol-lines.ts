/** VAT categories of UNCL5305: standard rate, exempt from VAT, and outside the scope of VAT. */
export type VatCategory = 'S' | 'E' | 'O'

interface TaxedRow {
  amountMinor: number
  vatMinor: number
  vatRate: number
}

/**
 * Returns the VAT category of a rate in percent. The rate 0 is exempt, or outside the scope of VAT for a seller that is
 * not registered for VAT. The codes are those of UNCL5305.
 */
export const toVatCategory = (rate: number, isVatRegistered: boolean): VatCategory =>
  rate > 0 ? 'S' : isVatRegistered ? 'E' : 'O'

interface VatSubtotal {
  category: VatCategory
  rate: number
  taxableMinor: number
  taxMinor: number
}

export interface PeppolSums {
  subtotals: VatSubtotal[]
  /** Sum of the lines without VAT: BR-CO-10 and BR-CO-13. */
  netMinor: number
  taxMinor: number
  grossMinor: number
  /** Difference that is added to the sum with VAT to get the sum of the invoice: BR-CO-16. Nearly always zero. */
  roundingMinor: number
  payableMinor: number
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Returns the VAT of an amount without VAT, both in öre; half an öre is rounded away from zero, as in a credit. */
const toAddedVat = (netMinor: number, rate: number) =>
  Math.sign(netMinor) * Math.floor((2 * Math.abs(netMinor) * rate + 100) / 200)

/** The VAT of a rate may differ by less than a krona from the rate of its sum, for roundings of lines: BR-CO-17. */
const maxVatDeviationMinor = 99

function toSubtotal(rows: readonly TaxedRow[], rate: number, isVatRegistered: boolean): VatSubtotal {
  const taxMinor = sum(rows.map((row) => row.vatMinor))
  const taxableMinor = sum(rows.map((row) => row.amountMinor)) - taxMinor
  const calculated = toAddedVat(taxableMinor, rate)
  const isWithin = Math.abs(taxMinor - calculated) <= maxVatDeviationMinor
  return {
    category: toVatCategory(rate, isVatRegistered),
    rate,
    taxableMinor,
    taxMinor: isWithin ? taxMinor : calculated,
  }
}

/**
 * Sums the rows of an invoice in öre, with a subtotal for each VAT rate, the lowest first. It follows the rules
 * BR-CO-10 to BR-CO-17 of the Peppol format. Amounts of rows include VAT. VAT is the sum of the rows' rounded VAT, as
 * in the accounts. Where that differs by a krona or more from the rate, VAT is calculated and the difference is
 * rounding.
 */
export function sumPeppolRows(rows: readonly TaxedRow[], isVatRegistered: boolean): PeppolSums {
  const byRate = [...Map.groupBy(rows, ({ vatRate }) => vatRate)].sort(([a], [b]) => a - b)
  const subtotals = byRate.map(([rate, ofRate]) => toSubtotal(ofRate, rate, isVatRegistered))
  const netMinor = sum(subtotals.map(({ taxableMinor }) => taxableMinor))
  const taxMinor = sum(subtotals.map((subtotal) => subtotal.taxMinor))
  const payableMinor = sum(rows.map(({ amountMinor }) => amountMinor))
  const grossMinor = netMinor + taxMinor
  return { subtotals, netMinor, taxMinor, grossMinor, roundingMinor: payableMinor - grossMinor, payableMinor }
}
