import { AuditFilter } from '#api/office/audit-log/contract.ts'
import { text } from '../url-state/params.ts'
import { schemaParams } from '../url-state/schema-params.ts'
import { type UrlStateOf, urlState } from '../url-state/url-state.ts'
import { type Pairs, withPairs } from '../url-state/with-pairs.ts'

export const auditUrl = urlState('/config?tab=audit', { ...schemaParams(AuditFilter.shape), after: text() })
type AuditSearch = UrlStateOf<typeof auditUrl>
export type LogFilter = Omit<AuditSearch, 'after'>

/**
 * Returns path and query of the log with the changes applied; starts at the newest entry unless `after` is among the
 * changes. `viewPairs` state order, columns and page size.
 */
export const auditHref = (filter: LogFilter, changes: Partial<AuditSearch> = {}, viewPairs: Pairs = []): string =>
  withPairs(auditUrl.href({ ...filter, after: '' }, changes), viewPairs)
