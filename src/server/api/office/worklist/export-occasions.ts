import { hasAvailableSeats } from '#api/catalogue/occasions/rules.ts'
import type { OccasionHead } from '#api/catalogue/occasions/storage.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { maxExportedRows, type TableFileKind } from '#api/foundation/files/rules.ts'
import { kronorCell, momentCell, numberCell, type TableCell, textCell } from '#api/foundation/files/table-file.ts'
import { exportTable } from '#api/people/reach/reads/export-table.ts'
import { type Translate, translator } from '#locales/translate.ts'
import type { ExportedOccasions } from './contract.ts'
import { listOccasionsToExport } from './list-organized.ts'

const columns = [
  ...(['occasion', 'part', 'education', 'start', 'end', 'city', 'venue'] as const),
  ...(['booked', 'places', 'fee', 'state'] as const),
]

/** Returns the state of an occasion as a text; null while it has free seats. */
function toState(occasion: OccasionHead, t: Translate): string | null {
  if (occasion.canceledAt) return t('filter.canceled')
  return hasAvailableSeats(occasion) ? null : t('filter.full')
}

const toCells = (occasion: OccasionHead, t: Translate): TableCell[] => [
  textCell(occasion.title ?? occasion.partTitle),
  textCell(occasion.partTitle),
  textCell(occasion.educationTitle ?? occasion.partTitle),
  momentCell(occasion.startsAt),
  momentCell(occasion.endsAt),
  textCell(occasion.city),
  textCell(occasion.venue),
  numberCell(occasion.bookedCount),
  numberCell(occasion.maxParticipants),
  kronorCell(occasion.feeMinor),
  textCell(toState(occasion, t)),
]

/**
 * Returns the occasions that the caller organises and a filter selects as an Excel or CSV file, in the filter's order.
 * When there are `occasionIds`, the file has only those of them. Records the export.
 *
 * @throws Refused('too_large') when there are more than 20,000.
 */
export async function exportOccasions(ctx: Ctx, query: ExportedOccasions, kind: TableFileKind): Promise<Response> {
  const rows = await listOccasionsToExport(ctx.db, ctx.actor, query, maxExportedRows + 1)
  const t = translator(ctx.language, 'worklist')
  const { sort: _, descending: __, responsibleId, occasionIds, ...others } = query
  const chosen = occasionIds.length > 0 ? { occasionIds } : {}
  const filter = { ...others, ...chosen, responsibleIds: responsibleId ? [responsibleId] : [] }
  return exportTable(ctx, {
    rows,
    kind,
    name: t('file'),
    title: t('occasions'),
    columns: columns.map((name) => ({
      header: t(`column.${name}`),
      width: ['occasion', 'part', 'education'].includes(name) ? 34 : 18,
    })),
    toCells: (occasion) => toCells(occasion, t),
    record: (facts) => recordAudit(ctx, 'occasion.exported', { type: 'occasions', id: 'list' }, { filter, ...facts }),
  })
}
