import { toSearchKey, toSearchWords } from '#api/text-matching.ts'

interface Priced {
  fee: number
}

/** A part has a fee if the education, the part, the chosen occasion or any listed occasion has one. */
export const partHasFee = (
  education: Priced,
  part: Priced,
  occasion: Priced | null,
  listed: readonly Priced[],
): boolean => [education, part, ...(occasion ? [occasion] : []), ...listed].some(({ fee }) => fee > 0)

/**
 * What a sign-up costs: the education's fee once, and the occasion's fee, or the part's where there is no occasion
 * to choose (spec G-054).
 * The one rule of what a sign-up costs, for kronor and öre alike: counted in hundredths, because decimals do not add up
 * exactly.
 */
export function feeFor(education: Priced, part: Priced, occasion: Priced | null, educationFeeTaken: boolean): number {
  const own = (occasion ?? part).fee
  return (Math.round(educationFeeTaken ? 0 : education.fee * 100) + Math.round(own * 100)) / 100
}

/** Lowest and highest of what the choices cost; null when nothing costs. */
export function feeRange(
  education: Priced,
  part: Priced,
  occasions: readonly Priced[],
): { from: number; to: number } | null {
  const fees = (occasions.length > 0 ? occasions : [null]).map((occasion) => feeFor(education, part, occasion, false))
  const to = Math.max(...fees)
  return to > 0 ? { from: Math.min(...fees), to } : null
}

/** Adds the words by which search and the desk find an education to a row of `educations`, or to a change of title or code. */
export const withEducationWords = <Row extends { title: string; code?: string | null | undefined }>(row: Row) => ({
  ...row,
  searchWords: toSearchWords(row.title, row.code),
  searchKey: toSearchKey(row.title, row.code),
})
