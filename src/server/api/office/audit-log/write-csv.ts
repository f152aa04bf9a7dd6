import type { Ctx } from '#api/context.ts'
import type { AuditEntry } from '#api/foundation/audit/contract.ts'
import {
  formatAction,
  formatChanges,
  formatTarget,
  type PhraseTexts,
  toPhraseTexts,
} from '#api/foundation/audit/phrases/rules.ts'
import { byteOrderMark, csvLine } from '#api/foundation/audit/rules.ts'
import { momentText } from '#locales/moments.ts'
import { translator } from '#locales/translate.ts'
import type { AuditPage } from './contract.ts'

const columns = [
  'when',
  'who',
  'what',
  'whom',
  'kind',
  'changes',
  'atUtc',
  'userId',
  'action',
  'target',
  'data',
] as const

const authorText = ({ userId, userName, data }: AuditEntry, { t }: PhraseTexts): string =>
  userId === null ? t(data['integrationAccountId'] ? 'machine' : 'nobody') : (userName ?? `#${userId}`)

/** Returns the values of a row: texts for people first, then the stored values for systems that import the file. */
function toRowValues(entry: AuditEntry, words: PhraseTexts): Record<(typeof columns)[number], string> {
  const { at, userId, action, targetType, targetId, data } = entry
  return {
    when: momentText(at, 'moment', words.language),
    who: authorText(entry, words),
    what: formatAction(entry, words),
    whom: formatTarget(entry, words),
    kind: words.t(`thing.${targetType}`, { defaultValue: targetType }),
    changes: formatChanges(entry, words),
    atUtc: at.toISOString(),
    userId: String(userId ?? ''),
    action,
    target: `${targetType}/${targetId}`,
    data: JSON.stringify(data),
  }
}

/**
 * Creates a CSV writer for the audit log in the caller's language: `head` is the byte order mark with the line of
 * headers, `lines` formats the entries of a page in their order. Writes nothing itself.
 */
export function createCsvWriter({ language }: Pick<Ctx, 'language'>) {
  const translate = (namespace: string) => translator(language, namespace)
  const audit = translate('audit')
  const texts = {
    audit,
    auditFields: translate('audit-fields'),
    auditValues: translate('audit-values'),
    refusals: translate('refusals'),
  }
  const line = (entry: AuditEntry, names: AuditPage['names']) => {
    const values = toRowValues(entry, toPhraseTexts(texts, { action: entry.action, names, language }))
    return csvLine(columns.map((column) => values[column]))
  }
  return {
    head: byteOrderMark + csvLine(columns.map((column) => audit(`column.${column}`))),
    lines: ({ items, names }: Pick<AuditPage, 'items' | 'names'>) => items.map((entry) => line(entry, names)).join(''),
  }
}
