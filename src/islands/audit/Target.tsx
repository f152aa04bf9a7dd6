import { ArrowUpRight } from 'lucide-react'
import type { AuditEntry } from '#api/audit/contract.ts'
import { addressOfLog, type LogFilter } from './log-address.ts'
import type { Words } from './value-text.ts'

interface TargetProps {
  entry: AuditEntry
  filter: LogFilter
  words: Words
}

/** Of these there is only one, whatever it is numbered. */
const alone = new Set(['auditLog', 'gdprContact', 'portalConfiguration', 'statements', 'users'])

/** What it is called, or else what it is and its number. */
function nameOf({ targetType, targetId, targetName }: AuditEntry, { t, codeOf }: Words): string {
  if (targetName) return targetName
  const kind = t(`thing.${targetType}`, { defaultValue: targetType })
  if (alone.has(targetType)) return kind
  return `${kind} ${targetType === 'job' ? codeOf('kind', targetId) : targetId}`
}

/** To whom or what it was done: the way to all that is known of it, and to its own page. */
export function Target({ entry, filter, words }: TargetProps) {
  const { targetType, targetId, targetName, targetPath } = entry
  const { t } = words
  const name = nameOf(entry, words)
  return (
    <span className="wrap-anywhere">
      <a
        href={addressOfLog({ ...filter, target: `${targetType}/${targetId}` })}
        className="underline underline-offset-3 hover:text-ink"
      >
        {name}
      </a>
      {targetPath && (
        <a
          href={targetPath}
          aria-label={t('open', { name })}
          className="ml-1 inline-block rounded p-1 align-middle text-muted hover:text-ink"
        >
          <ArrowUpRight size={16} aria-hidden />
        </a>
      )}
      {targetName && targetType !== 'user' && (
        <span className="block text-sm text-muted">{t(`thing.${targetType}`, { defaultValue: targetType })}</span>
      )}
    </span>
  )
}
