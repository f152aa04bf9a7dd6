/**
 * Returns the VAT that an amount of 0 or more includes, both in öre; `rate` is whole percent. Rounds half an öre up,
 * for each row. Uses whole numbers only, so that no result depends on floating point.
 */
export function calculateIncludedVat(amountMinor: number, rate: number): number {
  const divisor = 2 * (100 + rate)
  const scaled = 2 * amountMinor * rate + 100 + rate
  return (scaled - (scaled % divisor)) / divisor
}
