import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { maxExportedRows, type TableFileKind } from '#api/foundation/files/rules.ts'
import { dayCell, type TableCell, textCell } from '#api/foundation/files/table-file.ts'
import { exportTable } from '#api/people/reach/reads/export-table.ts'
import { type Translate, translator } from '#locales/translate.ts'
import type { SubmissionFilter } from './contract.ts'
import { type ExportedSubmission, listSubmissionsToExport } from './export-storage.ts'

const columns = ['learner', 'clubs', 'education', 'part', 'uploadedDay', 'state', 'changedDay', 'assignee'] as const

function toCells(row: ExportedSubmission, t: Translate): TableCell[] {
  const clubs: Record<string, string> = JSON.parse(row.organizations)
  return [
    textCell(row.userName),
    textCell(Object.values(clubs).join(', ')),
    textCell(row.educationTitle),
    textCell(row.partTitle),
    dayCell(row.uploadedAt),
    textCell(t(`status.${row.status}`)),
    dayCell(row.statusChangedAt),
    textCell(row.assigneeName),
  ]
}

/**
 * Returns the submissions that the caller may review and a filter selects as an Excel or CSV file, in the filter's
 * order, without their files. Records the export and the reads of minors and protected identities.
 *
 * @throws Refused('too_large') when there are more than 20,000.
 */
export async function exportSubmissions(
  ctx: Ctx,
  query: Omit<SubmissionFilter, 'page' | 'pageSize'>,
  kind: TableFileKind,
): Promise<Response> {
  const rows = await listSubmissionsToExport(ctx.db, ctx.actor, query, maxExportedRows + 1)
  const t = translator(ctx.language, 'submissions')
  const { descending: _, statuses, ...others } = query
  const filter = { ...others, states: statuses.map((status) => t(`status.${status}`)) }
  return exportTable(ctx, {
    rows,
    kind,
    name: t('desk.file'),
    title: t('desk.list'),
    columns: columns.map((name) => ({
      header: t(`column.${name}`),
      width: name.endsWith('Day') ? 14 : 30,
    })),
    toCells: (row) => toCells(row, t),
    peopleOf: ({ userId, assigneeId }) => [userId, assigneeId],
    record: (facts) =>
      recordAudit(ctx, 'submission.exported', { type: 'submissions', id: 'list' }, { filter, ...facts }),
  })
}
