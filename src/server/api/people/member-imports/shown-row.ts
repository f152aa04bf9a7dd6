import { hiddenCell, hideBirth, removeHash } from './birth-cell.ts'
import { type ColumnMapping, type MemberField, type MemberReason, memberFields } from './rules.ts'

const wrongFields: Partial<Record<MemberReason, MemberField>> = {
  nameMissing: 'firstName',
  birthMissing: 'birth',
  birthInvalid: 'birth',
  emailInvalid: 'email',
  phoneInvalid: 'phone',
  clubMissing: 'club',
  clubUnknown: 'club',
  clubAmbiguous: 'club',
  clubBeyondOwn: 'club',
}

/**
 * Returns the field that the error of a row of a member file is about; null when it is about the whole row, or there is
 * no error.
 */
export const findWrongField = (reason: MemberReason | null): MemberField | null =>
  (reason && wrongFields[reason]) ?? null

/**
 * Returns the stored cells of a row of a member file in their order, without hashes of personal numbers. A cell with
 * one becomes its date of birth; in the column of another field it becomes the hidden cell.
 */
export function toFileCells(cells: readonly string[], { birth, ...others }: ColumnMapping): string[] {
  const hidden = Object.values(others)
  return cells.map((cell, at) => (at !== birth && hidden.includes(at) ? hideBirth(cell) : removeHash(cell)))
}

/**
 * Returns the cells of a row by field, as its uploader may see them: the cell of the birth has the date alone, and a
 * personal number in another field is the hidden cell. Fields without a column are absent.
 */
export const toShownCells = (cells: readonly string[], mapping: ColumnMapping): Partial<Record<MemberField, string>> =>
  Object.fromEntries(
    memberFields.flatMap((field) => {
      const at = mapping[field]
      if (at === undefined) return []
      const cell = cells[at] ?? ''
      return [[field, field === 'birth' ? removeHash(cell).replace(hiddenCell, '') : hideBirth(cell)]]
    }),
  )
