import { hasAvailableSeats } from '#api/catalogue/occasions/rules.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { maxExportedRows, type TableFileKind } from '#api/foundation/files/rules.ts'
import { kronorCell, momentCell, numberCell, type TableCell, textCell } from '#api/foundation/files/table-file.ts'
import { exportTable } from '#api/people/reach/reads/export-table.ts'
import { type Translate, translator } from '#locales/translate.ts'
import type { DriverExamQuery } from './contract.ts'
import { type ExportedExam, listExamsToExport } from './export-storage.ts'

const columns = [
  ...(['exam', 'part', 'education', 'start', 'end', 'city', 'venue'] as const),
  ...(['examiner', 'bookedColumn', 'places', 'fee', 'state'] as const),
]

/** Returns the state of an exam as a text; null while it has free seats. */
function toState({ canceledAt, maxParticipants, bookedCount }: ExportedExam, t: Translate): string | null {
  if (canceledAt) return t('canceled')
  return hasAvailableSeats({ maxParticipants, bookedCount, reservedCount: 0 }) ? null : t('list.full')
}

const toCells = (exam: ExportedExam, t: Translate): TableCell[] => [
  textCell(exam.title ?? exam.partTitle),
  textCell(exam.partTitle),
  textCell(exam.educationTitle),
  momentCell(exam.startsAt),
  momentCell(exam.endsAt),
  textCell(exam.city),
  textCell(exam.venue),
  textCell(exam.examinerName),
  numberCell(exam.bookedCount),
  numberCell(exam.maxParticipants),
  kronorCell(exam.feeMinor),
  textCell(toState(exam, t)),
]

/**
 * Returns the exams that the caller runs and a filter selects as an Excel or CSV file, in the filter's order. Records
 * the export and the reads of minors and protected identities.
 *
 * @throws Refused('too_large') when there are more than 20,000.
 */
export async function exportExams(
  ctx: Ctx,
  query: Omit<DriverExamQuery, 'managed' | 'page' | 'pageSize'>,
  kind: TableFileKind,
): Promise<Response> {
  const exams = await listExamsToExport(ctx.db, ctx.actor, { ...query, managed: true }, maxExportedRows + 1)
  const t = translator(ctx.language, 'exams')
  const { sort: _, descending: __, responsibleId, cities, ...others } = query
  const filter = { ...others, city: cities, responsibleIds: responsibleId ? [responsibleId] : [] }
  return exportTable(ctx, {
    rows: exams,
    kind,
    name: t('list.file'),
    title: t('list.title'),
    columns: columns.map((name) => ({
      header: t(`list.${name}`),
      width: ['exam', 'part', 'education', 'examiner'].includes(name) ? 34 : 18,
    })),
    toCells: (exam) => toCells(exam, t),
    peopleOf: ({ examinerId }) => [examinerId],
    record: (facts) =>
      recordAudit(ctx, 'driverExam.exported', { type: 'driverExams', id: 'list' }, { filter, ...facts }),
  })
}
