import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { maxExportedRows, type TableFileKind } from '#api/foundation/files/rules.ts'
import { momentCell, numberCell, type TableCell, textCell } from '#api/foundation/files/table-file.ts'
import { jobStateNames, jobStates } from '#api/foundation/jobs/rules.ts'
import { exportTable } from '#api/people/reach/reads/export-table.ts'
import { type Translate, translator } from '#locales/translate.ts'
import type { JobQuery } from './contract.ts'
import { type JobRow, listJobsToExport } from './storage.ts'

const columns = [
  ...([
    'job',
    'kind',
    'state',
    'created',
    'startedAt',
    'finishedAt',
    'attempts',
    'requestedBy',
    'error',
    'id',
  ] as const),
]

const stateText = (state: number, t: Translate) =>
  jobStateNames.filter((name) => jobStates[name] === state).map((name) => t(`state.${name}`))[0] ?? ''

const toCells = ({ job, requesterName }: JobRow, t: Translate): TableCell[] => [
  textCell(t(`kind.${job.kind}`, { defaultValue: job.kind })),
  textCell(job.kind),
  textCell(stateText(job.state, t)),
  momentCell(job.createdAt),
  momentCell(job.startedAt),
  momentCell(job.finishedAt),
  numberCell(job.attempts),
  textCell(requesterName),
  textCell(job.error),
  textCell(job.id),
]

/**
 * Returns the jobs of a state, or all, as an Excel or CSV file in the caller's language, in the query's order.
 * Payloads and results are left out. Records the export, and the reads of minors and protected identities among the
 * people who started the jobs. Access is not checked here.
 *
 * @throws Refused('too_large') when there are more than 20,000.
 */
export async function exportJobs(
  ctx: Ctx,
  query: Omit<JobQuery, 'page' | 'pageSize'>,
  kind: TableFileKind,
): Promise<Response> {
  const rows = await listJobsToExport(ctx.db, query, maxExportedRows + 1)
  const t = translator(ctx.language, 'jobs')
  const filter = { status: query.state === undefined ? null : stateText(query.state, t) }
  return exportTable(ctx, {
    rows,
    kind,
    name: t('file'),
    title: t('title'),
    columns: columns.map((name) => ({
      header: t(`column.${name}`),
      width: ['job', 'error', 'id', 'requestedBy'].includes(name) ? 34 : 18,
    })),
    toCells: (row) => toCells(row, t),
    peopleOf: ({ job }) => [job.requestedByUserId],
    record: (facts) => recordAudit(ctx, 'job.exported', { type: 'jobs', id: 'list' }, { filter, ...facts }),
  })
}
