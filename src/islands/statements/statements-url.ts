import { StatementSearch } from '#api/courses/xapi/office/contract.ts'
import { text } from '../url-state/params.ts'
import { schemaParams } from '../url-state/schema-params.ts'
import { type UrlStateOf, urlState } from '../url-state/url-state.ts'
import { type Pairs, withPairs } from '../url-state/with-pairs.ts'

export const statementsUrl = urlState('/statements', { ...schemaParams(StatementSearch.shape), after: text() })
type StatementsState = UrlStateOf<typeof statementsUrl>
export type StatementFilter = Omit<StatementsState, 'after'>

/**
 * Returns path and query of the statements with the changes applied; starts at the newest unless `after` is among the
 * changes. `viewPairs` state order, columns and page size.
 */
export const statementsHref = (
  filter: StatementFilter,
  changes: Partial<StatementsState> = {},
  viewPairs: Pairs = [],
): string => withPairs(statementsUrl.href({ ...filter, after: '' }, changes), viewPairs)

/** Converts the filter to the query of the statement calls: ids become numbers, empty ones are left out. */
export const toStatementQuery = ({ userId, educationPartId, ...rest }: StatementFilter) => ({
  ...rest,
  ...(userId ? { userId: Number(userId) } : {}),
  ...(educationPartId ? { educationPartId: Number(educationPartId) } : {}),
})
export type StatementQuery = ReturnType<typeof toStatementQuery>
