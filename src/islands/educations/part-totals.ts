import { calculateFeeRange } from '#api/catalogue/educations/rules.ts'

/** A part with its fee, and those of its coming occasions, in kronor. */
export interface PricedPart {
  id: number
  title: string
  fee: number
  occasionFees: readonly number[]
}

/** Lowest and highest sum that a participant pays for a part with the fee of the education, in kronor. */
export interface PartTotal {
  id: number
  title: string
  from: number
  to: number
}

/**
 * Lists what a participant pays in all for each part of an education with the fee `educationFee` (kronor), by the rule
 * of the sign-up; in the order of `parts`, without those that are free.
 */
export const listPartTotals = (educationFee: number, parts: readonly PricedPart[]): PartTotal[] =>
  parts.flatMap(({ id, title, fee, occasionFees }) => {
    const range = calculateFeeRange(
      { fee: educationFee },
      { fee },
      occasionFees.map((one) => ({ fee: one })),
    )
    return range ? { id, title, from: range.from, to: range.to } : []
  })
