import type { RoleName } from '../roles.ts'

/** C: classroom part with occasions, D: digital course, P: practical driving exam, S: submission. */
export type PartLetter = 'C' | 'D' | 'P' | 'S'

export interface StoryEducation {
  code: string
  title: string
  short: string
  learn: readonly string[]
  /** In their order; each depends on the one before. */
  parts: readonly PartLetter[]
  trains: readonly RoleName[]
  hours: number
  /** Kronor for the whole education, and for each occasion. */
  fee?: number
  occasionFee?: number
  /** Per cent; most of what a federation teaches has none. */
  vatRate?: 6 | 12 | 25
  prerequisites?: readonly string[]
  minAge?: number
  guardianUnder?: number
  validityMonths?: number
  needsApproval?: true
  closedToExternals?: true
  unpublished?: true
  /** The first digital part counts for several educations. */
  sharesTheory?: string
  question?: string
}
