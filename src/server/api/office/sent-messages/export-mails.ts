import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { maxExportedRows, type TableFileKind } from '#api/foundation/files/rules.ts'
import { momentCell, textCell, toTableFileResponse } from '#api/foundation/files/table-file.ts'
import { toMailState } from '#api/foundation/mails/rules.ts'
import { listMailHeads } from '#api/foundation/mails/storage.ts'
import { recordReadsOfListById } from '#api/people/reach/reads/record-reads.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import type { MailSearch } from './contract.ts'
import { findMailFilter } from './find-mail-filter.ts'

/**
 * Returns the mails of the outbox that a search selects as an Excel or CSV download in the caller's language. They are
 * the newest first, without their texts. Records the export and its filter in the audit log, and the reads of
 * minors and protected identities. Access is not checked here.
 *
 * @throws Refused('too_large') when there are more than 20,000.
 */
export async function exportMails(ctx: Ctx, search: MailSearch, kind: TableFileKind): Promise<Response> {
  const filter = await findMailFilter(ctx, search)
  const mails = await listMailHeads(ctx.db, filter, maxExportedRows + 1)
  if (mails.length > maxExportedRows) throw new Refused('too_large')
  await recordReadsOfListById(
    ctx,
    mails.map(({ userId }) => userId),
  )
  const t = translator(ctx.language, 'mails')
  const fileName = `${t('log.file')}.${kind}`
  const { state, ...others } = search
  const recorded = { ...others, status: state ? t(`outbox.${state}`) : null }
  const data = { filter: recorded, total: mails.length, fileName }
  await ctx.db.commit([recordAudit(ctx, 'mail.exported', { type: 'mails', id: 'list' }, data)])
  const columns = ['about', 'who', 'address', 'time', 'state', 'error'] as const
  return toTableFileResponse({
    fileName,
    kind,
    title: t('tab.mails'),
    columns: columns.map((name) => ({
      header: t(`log.${name}`),
      width: name === 'time' || name === 'state' ? 18 : 34,
    })),
    rows: mails.map((mail) => [
      textCell(mail.subject),
      textCell(mail.userName),
      textCell(mail.recipient),
      momentCell(mail.createdAt),
      textCell(t(`outbox.${toMailState({ sent: mail.sentAt, error: mail.error })}`)),
      textCell(mail.error),
    ]),
  })
}
