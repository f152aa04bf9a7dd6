import type { TableFileKind } from '#api/foundation/files/rules.ts'
import type { OrganizedOccasionQuery } from '#api/office/worklist/contract.ts'
import { api } from '../client/api.ts'
import { saveResponse } from '../client/save-response.ts'

/** Filter and order of the list of occasions. */
export type ExportFilter = Omit<OrganizedOccasionQuery, 'page' | 'pageSize'>

interface OccasionFile {
  kind: TableFileKind
  /** Name of the file without its ending. */
  name: string
  /** The chosen occasions; null for all that the filter selects. */
  ids: readonly number[] | null
}

/**
 * Saves the occasions that a filter selects, or the chosen ones of them, as a file through the browser. Rejects with
 * the refusal of the call.
 */
export async function saveOccasions(filter: ExportFilter, { kind, name, ids }: OccasionFile): Promise<void> {
  const query = { ...filter, occasionIds: [...(ids ?? [])], kind }
  const response = await api('GET /EducationPartOccasions/filter/managed/export', { query })
  await saveResponse(response, `${name}.${kind}`)
}
