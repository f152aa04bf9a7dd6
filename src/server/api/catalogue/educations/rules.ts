import { toSearchKey, toSearchWords } from '#api/text-matching.ts'

interface PricedItem {
  fee: number
}

/** True when the education, the part, the chosen occasion or any listed occasion has a fee. */
export const hasFee = (
  education: PricedItem,
  part: PricedItem,
  occasion: PricedItem | null,
  listed: readonly PricedItem[],
): boolean => [education, part, ...(occasion ? [occasion] : []), ...listed].some(({ fee }) => fee > 0)

/**
 * Returns the cost of a sign-up, in the unit of the given fees: kronor or öre (spec G-054).
 *
 * It is the education's fee, unless `educationFeeTaken`, and the occasion's fee, or the part's when the sign-up has no
 * occasion. A fee of 0 is free. The sum is rounded to hundredths, because decimal fractions do not add up exactly.
 */
export function calculateFee(
  education: PricedItem,
  part: PricedItem,
  occasion: PricedItem | null,
  educationFeeTaken: boolean,
): number {
  const own = (occasion ?? part).fee
  return (Math.round(educationFeeTaken ? 0 : education.fee * 100) + Math.round(own * 100)) / 100
}

/**
 * Returns the lowest and highest cost of a sign-up to one of the occasions, the education's fee included, in the unit
 * of the given fees; null when all are free. Without occasions the part's own fee counts.
 */
export function calculateFeeRange(
  education: PricedItem,
  part: PricedItem,
  occasions: readonly PricedItem[],
): { from: number; to: number } | null {
  const fees = (occasions.length > 0 ? occasions : [null]).map((occasion) =>
    calculateFee(education, part, occasion, false),
  )
  const to = Math.max(...fees)
  return to > 0 ? { from: Math.min(...fees), to } : null
}

/**
 * Returns a range of fees without the education's own fee, for somebody who has paid it; null when nothing is left to
 * pay. All in kronor, rounded to öre; the lower fee is never below 0.
 */
export function leaveOutEducationFee(
  range: { from: number; to: number } | null,
  { fee }: PricedItem,
): { from: number; to: number } | null {
  if (!range) return null
  const [from = 0, to = 0] = [range.from, range.to].map((sum) => (Math.round(sum * 100) - Math.round(fee * 100)) / 100)
  return to > 0 ? { from: Math.max(0, from), to } : null
}

/**
 * Returns a copy of a row of `educations`, or of a change of title or code, with its search columns: `searchWords` for
 * search, `searchKey` for the worklist. A change gives both: words of one that is left out are lost.
 */
export const withEducationWords = <Row extends { title: string; code?: string | null | undefined }>(row: Row) => ({
  ...row,
  searchWords: toSearchWords(row.title, row.code),
  searchKey: toSearchKey(row.title, row.code),
})
