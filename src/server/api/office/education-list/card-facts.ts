import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { calculateFeeRange } from '#api/catalogue/educations/rules.ts'
import { describedPartsOfEducations } from '#api/catalogue/educations/views.ts'
import { type ExternalFlag, isOpenToPerson, openOccasions } from '#api/catalogue/occasions/views.ts'
import type { EducationSummary } from './contract.ts'

/** A part of an education in the text of `partsOf`. */
export interface PartRow {
  id: number
  title: string
  type: 0 | 1 | 2 | 3
  feeMinor: number
}

/**
 * Selects the parts of an education in their order, as SQL of a JSON list: id, title, type and fee in öre of each;
 * empty without parts.
 */
export const partsOf = (educationId: SQLWrapper): SQL<string> => sql<string>`(
  select json_group_array(json_object('id', education_part_id, 'title', title, 'type', type, 'feeMinor', fee_minor)) from (
    select card_part.education_part_id, card_part.title, card_part.type, card_part.fee_minor from ${describedPartsOfEducations} card_part
    where card_part.education_id = ${educationId} order by card_part.position
  )
)`

/**
 * Selects the lowest and the highest fee of the occasions that are open to a person for sign-up at an ISO time, in öre.
 * The text is JSON with `lowest` and `highest`, which are null when none is open. `isExternal` is 1 for a person from
 * outside the organisation.
 */
export const openFeesOf = (educationId: SQLWrapper, now: string, isExternal: ExternalFlag): SQL<string> => sql<string>`(
  select json_object('lowest', min(priced.fee_minor), 'highest', max(priced.fee_minor)) from ${openOccasions(now)} priced
  where priced.education_id = ${educationId} and ${isOpenToPerson('priced', isExternal)}
)`

interface PricedRow {
  feeMinor: number
  /** The text of `partsOf`. */
  parts: string
  /** The text of `openFeesOf`. */
  openFees: string
}

/**
 * Returns the range of the fee of an education, from its cheapest part or open occasion to the dearest, in kronor; null
 * when nothing costs. It begins at 0 when a part is free. `parts` and `openFees` are the JSON of `partsOf` and
 * `openFeesOf`.
 */
export function feeRangeFrom(row: PricedRow): EducationSummary['feeRange'] {
  const parts = JSON.parse(row.parts) as PartRow[]
  const { lowest, highest } = JSON.parse(row.openFees) as { lowest: number | null; highest: number | null }
  const education = { fee: row.feeMinor / 100 }
  const occasions = lowest === null || highest === null ? [] : [{ fee: lowest / 100 }, { fee: highest / 100 }]
  const ranges = parts.map(({ type, feeMinor }) =>
    calculateFeeRange(education, { fee: feeMinor / 100 }, type === 0 ? occasions : []),
  )
  const paid = ranges.flatMap((range) => range ?? [])
  if (paid.length === 0) return calculateFeeRange(education, { fee: 0 }, [])
  const from = paid.length < ranges.length ? 0 : Math.min(...paid.map((range) => range.from))
  return { from, to: Math.max(...paid.map((range) => range.to)) }
}
