import type { RoleName } from '../roles.ts'

/** Kinds of parts. C: classroom part with occasions, D: digital course, P: practical driver exam, S: submission. */
export type PartLetter = 'C' | 'D' | 'P' | 'S'

export interface StoryEducation {
  code: string
  title: string
  short: string
  learn: readonly string[]
  /** Parts in their order; each depends on the one before. */
  parts: readonly PartLetter[]
  trains: readonly RoleName[]
  hours: number
  /** Fee in kronor: for the whole education, and for each occasion. */
  fee?: number
  occasionFee?: number
  /** VAT in per cent; most educations of the federation have none. */
  vatRate?: 6 | 12 | 25
  prerequisites?: readonly string[]
  minAge?: number
  maxAge?: number
  guardianUnder?: number
  validityMonths?: number
  needsApproval?: true
  closedToExternals?: true
  /** Left out of the public catalogue. */
  isInternal?: true
  unpublished?: true
  /** Code of the education whose first digital part this one shares. */
  sharesTheory?: string
  question?: string
}
