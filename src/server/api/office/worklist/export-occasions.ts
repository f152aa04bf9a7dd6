import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { maxExportedRows, type TableFileKind } from '#api/foundation/files/rules.ts'
import { dayCell, kronorCell, type TableCell, textCell } from '#api/foundation/files/table-file.ts'
import { exportTable } from '#api/people/reach/reads/export-table.ts'
import { type Translate, translator } from '#locales/translate.ts'
import type { OrganizedOccasionQuery } from './contract.ts'
import { listOrganizedOccasions } from './list-organized.ts'

const columns = [
  ...(['occasion', 'part', 'education', 'start', 'end', 'city', 'venue'] as const),
  ...(['booked', 'places', 'fee', 'state'] as const),
]

const toCells = (occasion: Occasion, t: Translate): TableCell[] => [
  textCell(occasion.title ?? occasion.partTitle),
  textCell(occasion.partTitle),
  textCell(occasion.educationTitle),
  dayCell(occasion.startDate),
  dayCell(occasion.endDate),
  textCell(occasion.city),
  textCell(occasion.venue),
  textCell(occasion.bookedCount),
  textCell(occasion.maxParticipants),
  kronorCell(Math.round(occasion.fee * 100)),
  textCell(occasion.canceled ? t('filter.canceled') : occasion.hasFreeSpots ? null : t('filter.full')),
]

/**
 * Returns the occasions that the caller organises and a filter selects as an Excel or CSV file, in the filter's order.
 * Records the export.
 *
 * @throws Refused('too_large') when there are more than 20,000.
 */
export async function exportOccasions(
  ctx: Ctx,
  query: Omit<OrganizedOccasionQuery, 'page' | 'pageSize'>,
  kind: TableFileKind,
): Promise<Response> {
  const { items } = await listOrganizedOccasions(ctx.db, ctx.actor, {
    ...query,
    page: 1,
    pageSize: maxExportedRows + 1,
  })
  const t = translator(ctx.language, 'worklist')
  const { sort: _, descending: __, responsibleId, ...others } = query
  const filter = { ...others, responsibleIds: responsibleId ? [responsibleId] : [] }
  return exportTable(ctx, {
    rows: items,
    kind,
    name: t('file'),
    title: t('occasions'),
    columns: columns.map((name) => ({
      header: t(`column.${name}`),
      width: ['occasion', 'part', 'education'].includes(name) ? 34 : 14,
    })),
    toCells: (occasion) => toCells(occasion, t),
    record: (facts) => recordAudit(ctx, 'occasion.exported', { type: 'occasions', id: 'list' }, { filter, ...facts }),
  })
}
