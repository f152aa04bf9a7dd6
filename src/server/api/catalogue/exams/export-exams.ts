import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { maxExportedRows, type TableFileKind } from '#api/foundation/files/rules.ts'
import { dayCell, kronorCell, type TableCell, textCell } from '#api/foundation/files/table-file.ts'
import { exportTable } from '#api/people/reach/reads/export-table.ts'
import { type Translate, translator } from '#locales/translate.ts'
import type { DriverExam, DriverExamQuery } from './contract.ts'
import { listExams } from './storage.ts'

const columns = [
  ...(['exam', 'part', 'education', 'start', 'end', 'city', 'venue'] as const),
  ...(['examiner', 'bookedColumn', 'places', 'fee', 'state'] as const),
]

const toCells = (exam: DriverExam, t: Translate): TableCell[] => [
  textCell(exam.title ?? exam.partTitle),
  textCell(exam.partTitle),
  textCell(exam.educationTitle),
  dayCell(exam.startDate),
  dayCell(exam.endDate),
  textCell(exam.city),
  textCell(exam.venue),
  textCell(exam.examinerName),
  textCell(exam.bookedCount),
  textCell(exam.maxParticipants),
  kronorCell(Math.round(exam.fee * 100)),
  textCell(exam.canceled ? t('canceled') : exam.hasFreeSpots ? null : t('list.full')),
]

/**
 * Returns the exams that the caller runs and a filter selects as an Excel or CSV file, in the filter's order. Records
 * the export and the reading of protected identities.
 *
 * @throws Refused('too_large') when there are more than 20,000.
 */
export async function exportExams(
  ctx: Ctx,
  query: Omit<DriverExamQuery, 'managed' | 'page' | 'pageSize'>,
  kind: TableFileKind,
): Promise<Response> {
  const whole = { ...query, managed: true, page: 1, pageSize: maxExportedRows + 1 }
  const exams = await listExams(ctx.db, ctx.actor, whole)
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
      width: ['exam', 'part', 'education', 'examiner'].includes(name) ? 34 : 14,
    })),
    toCells: (exam) => toCells(exam, t),
    peopleOf: ({ examinerId }) => [examinerId],
    record: (facts) =>
      recordAudit(ctx, 'driverExam.exported', { type: 'driverExams', id: 'list' }, { filter, ...facts }),
  })
}
