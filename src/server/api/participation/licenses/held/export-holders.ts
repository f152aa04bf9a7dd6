import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { maxExportedRows, type TableFileKind } from '#api/foundation/files/rules.ts'
import { textCell, toTableFileResponse } from '#api/foundation/files/table-file.ts'
import { recordReadsOfListById } from '#api/people/reach/reads/record-reads.ts'
import { Refused } from '#api/refusals.ts'
import { toPortalDay } from '#api/zone.ts'
import { translator } from '#locales/translate.ts'
import type { CycleFilter } from './rules.ts'
import { listCyclesToExport } from './search-storage.ts'

/**
 * Returns the licences of people that a search selects as an Excel or CSV download in the caller's language, by the
 * holder's name. Records the export and its filter, and the reads of minors and protected identities. Access is not
 * checked here.
 *
 * @throws Refused('too_large') when there are more than 20,000.
 */
export async function exportHolders(ctx: Ctx, filter: CycleFilter, kind: TableFileKind): Promise<Response> {
  const licenses = await listCyclesToExport(ctx.db, filter, toPortalDay(ctx.now), maxExportedRows + 1)
  if (licenses.length > maxExportedRows) throw new Refused('too_large')
  await recordReadsOfListById(
    ctx,
    licenses.map(({ userId }) => userId),
  )
  const t = translator(ctx.language, 'licenses')
  const fileName = `${t('holders.file')}.${kind}`
  const data = { filter, total: licenses.length, fileName }
  await ctx.db.commit([recordAudit(ctx, 'license.exported', { type: 'licenses', id: 'list' }, data)])
  const columns = ['person', 'license', 'validFrom', 'validTo', 'stage'] as const
  return toTableFileResponse({
    fileName,
    kind,
    title: t('tab.holders'),
    columns: columns.map((name) => ({
      header: t(`holders.${name}`),
      width: name === 'person' || name === 'license' ? 34 : 16,
    })),
    rows: licenses.map(({ userName, licenseName, validFrom, validTo, stage }) =>
      [userName, licenseName, validFrom, validTo, t(`stage.${stage}`)].map(textCell),
    ),
  })
}
