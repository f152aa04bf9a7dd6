import type { EditableMemberRow } from '#api/people/member-imports/contract.ts'
import { memberStatuses } from '#api/people/member-imports/rules.ts'
import { api } from '../client/api.ts'
import type { EditedCells, StoredRow } from '../imports/RowForm.tsx'

const toStoredRow = ({ status, cells, ...row }: EditableMemberRow): StoredRow => ({
  ...row,
  cells: Object.fromEntries(Object.entries(cells).map(([field, cell]) => [field, cell ?? ''])),
  isWrong: status === memberStatuses.error,
})

/**
 * Returns the functions that load and save a row of a file of members, and the row's number. Both resolve to the row as
 * it is stored and whether it is wrong, and reject with refusals. `id` is that of the batch, `row` its number in the
 * file.
 */
export function memberRow(id: number, row: number) {
  const params = { id, row }
  return {
    row,
    load: async () => toStoredRow(await api('GET /MemberImports/:id/rows/:row', { params })),
    save: async (body: EditedCells) => toStoredRow(await api('PUT /MemberImports/:id/rows/:row', { params, body })),
  }
}
