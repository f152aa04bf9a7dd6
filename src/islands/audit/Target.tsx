import { ArrowUpRight } from 'lucide-react'
import type { AuditEntry } from '#api/foundation/audit/contract.ts'
import { targetText, type Words } from '#api/foundation/audit/phrases/rules.ts'
import { addressOfLog, type LogFilter } from './log-address.ts'

interface TargetProps {
  entry: AuditEntry
  filter: LogFilter
  words: Words
}

/** To whom or what it was done: the way to all that is known of it, and to its own page. */
export function Target({ entry, filter, words }: TargetProps) {
  const { targetType, targetId, targetName, targetPath } = entry
  const { t } = words
  const name = targetText(entry, words)
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
