import { AuditFilter } from '#api/audit/contract.ts'

export const filterNames = ['who', 'action', 'target', 'from', 'to'] as const
export type LogFilter = Partial<Record<(typeof filterNames)[number], string>>

/** What the address asks for; what cannot be meant is left out rather than refused. */
export function filterIn(search: URLSearchParams): LogFilter {
  const given = filterNames.flatMap((name) => {
    const text = search.get(name)?.trim()
    return text && AuditFilter.shape[name].safeParse(text).success ? [[name, text]] : []
  })
  return Object.fromEntries(given) as LogFilter
}

export function addressOfLog(filter: LogFilter, after?: string | null): string {
  const chosen = filterNames.flatMap((name) => (filter[name] ? [[name, filter[name]]] : []))
  return `/config?${new URLSearchParams([['tab', 'audit'], ...chosen, ...(after ? [['after', after]] : [])])}`
}
