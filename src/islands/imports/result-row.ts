import type { EditableRow } from '#api/office/imports/contract.ts'
import { type ColumnName, columnNames, rowStatuses } from '#api/office/imports/rules.ts'
import { api } from '../client/api.ts'
import type { EditedCells, StoredRow } from './RowForm.tsx'

const toStoredRow = ({ status, ...row }: EditableRow): StoredRow => ({ ...row, isWrong: status === rowStatuses.error })

/**
 * Returns the calls that load and save a row of an import of results, and the headings of its cells. `id` is that of
 * the batch, `row` its number in the file.
 */
export function resultRow(id: number, row: number) {
  const params = { id, row }
  return {
    row,
    // The cells of a row are those of the columns.
    labelOf: (column: string) => columnNames[column as ColumnName],
    load: async () => toStoredRow(await api('GET /imports/:id/rows/:row', { params })),
    save: async (body: EditedCells) => toStoredRow(await api('PUT /imports/:id/rows/:row', { params, body })),
  }
}
