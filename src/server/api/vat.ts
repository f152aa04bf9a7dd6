/**
 * The VAT that is in an amount, both in öre: whole öre for each row, half an öre upwards. Only whole numbers are
 * reckoned with, so that no row depends on how a machine writes a fraction.
 */
export function vatWithin(amountMinor: number, rate: number): number {
  const divisor = 2 * (100 + rate)
  const scaled = 2 * amountMinor * rate + 100 + rate
  return (scaled - (scaled % divisor)) / divisor
}
