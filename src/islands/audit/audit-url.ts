import { AuditFilter } from '#api/office/audit-log/contract.ts'
import { chosenIn } from '../chosen-in.ts'

const filterNames = ['who', 'action', 'target', 'from', 'to'] as const
export type LogFilter = Partial<Record<(typeof filterNames)[number], string>>

export const filterIn = (search: URLSearchParams): LogFilter =>
  chosenIn(search, filterNames, (name, text) => AuditFilter.shape[name].safeParse(text).success)

export function addressOfLog(filter: LogFilter, after?: string | null): string {
  const chosen = filterNames.flatMap((name) => (filter[name] ? [[name, filter[name]]] : []))
  return `/config?${new URLSearchParams([['tab', 'audit'], ...chosen, ...(after ? [['after', after]] : [])])}`
}
