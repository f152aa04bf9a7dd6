import type { ExportedUser } from '#api/people/user-management/lists/contract.ts'
import { momentText } from '#locales/moments.ts'
import type { Translate } from '#locales/translate.ts'
import { api } from '../client/api.ts'
import { saveBlob } from '../client/save-blob.ts'
import { toCsv } from './csv.ts'
import { getPlace, toExportFilter, type UserSearch } from './users-url.ts'

interface ExportOptions {
  search: UserSearch
  /** Exports only these people of the list; null for all. */
  userIds: number[] | null
  format: 'xlsx' | 'csv'
  language: string
  t: Translate
  onProgress: (done: number, total: number) => void
}

interface ExportCursor {
  nameKey: string
  id: number
}

async function fetchPeople({ search, userIds, onProgress }: ExportOptions): Promise<ExportedUser[]> {
  const filter = toExportFilter(search, userIds)
  const people: ExportedUser[] = []
  let total = 0
  let after: ExportCursor | null = null
  do {
    const part: { items: ExportedUser[]; total: number | null; next: ExportCursor | null } = await api(
      'POST /User/export',
      {
        body: { filter, userIds, after },
      },
    )
    total = part.total ?? total
    people.push(...part.items)
    onProgress(people.length, total)
    after = part.next
  } while (after)
  return people
}

const columns = ['name', 'userName', 'email', 'phone', 'birthDate', 'idrottsId', 'organization', 'rolesHeader'] as const

function toRows(people: readonly ExportedUser[], { t, language, search }: ExportOptions): string[][] {
  const hasState = getPlace(search) !== null
  const state = (one: ExportedUser) => (one.state === null ? '' : t(`state.${one.state}`))
  const heads = [...columns.map((name) => t(name)), t('kind'), t('lastLogin'), ...(hasState ? [t('state')] : [])]
  const kind = (one: ExportedUser) =>
    [one.isExternal && t('kind.external'), one.inactive && t('kind.inactive')].filter(Boolean).join(', ')
  const rows = people.map((one) => [
    one.name,
    one.userName,
    one.email ?? '',
    one.phone ?? '',
    one.birthDate ?? '',
    one.externalPersonId ?? '',
    Object.values(one.organizations).join(', '),
    Object.keys(one.roles)
      .map((role) => t(`role.${role}`))
      .join(', '),
    kind(one),
    one.lastLogin ? momentText(one.lastLogin, 'moment', language) : '',
    ...(hasState ? [state(one)] : []),
  ])
  return [heads, ...rows]
}

/** Saves an Excel file whose cells are all text, so that a name cannot be a formula. */
async function saveSheet(lines: readonly string[][], fileName: string): Promise<void> {
  const { default: writeExcelFile } = await import('write-excel-file/browser')
  const sheet = lines.map((line, at) =>
    line.map((value) => ({ type: String, value, ...(at === 0 ? { fontWeight: 'bold' as const } : {}) })),
  )
  const widths = (lines[0] ?? []).map((_, at) => ({ width: at === 0 || at === 2 || at === 6 ? 30 : 18 }))
  await writeExcelFile(sheet, { columns: widths, stickyRowsCount: 1 }).toFile(fileName)
}

/**
 * Saves the people of the list, or the chosen ones (`userIds`), as an Excel or CSV file through the browser: all pages
 * that the search finds, a heading and a row each. Of the search, only the education or occasion counts for chosen
 * people. `onProgress` receives how many are fetched, of how many. Returns their number; rejects when a call fails.
 */
export async function exportUsers(options: ExportOptions): Promise<number> {
  const people = await fetchPeople(options)
  const lines = toRows(people, options)
  const fileName = `${options.t('exportFile')}.${options.format}`
  if (options.format === 'xlsx') await saveSheet(lines, fileName)
  else saveBlob(new Blob([toCsv(lines)], { type: 'text/csv;charset=utf-8' }), fileName)
  return people.length
}
