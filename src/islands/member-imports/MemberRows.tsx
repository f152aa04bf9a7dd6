import type { MemberImportRow } from '#api/people/member-imports/contract.ts'
import { memberStatuses } from '#api/people/member-imports/rules.ts'
import { useTexts } from '../client/texts.tsx'
import { Badge } from '../ui/Badge.tsx'

const tones = {
  [memberStatuses.new]: 'success',
  [memberStatuses.joined]: 'success',
  [memberStatuses.existing]: 'neutral',
  [memberStatuses.error]: 'danger',
} as const

/** List of rows of the file with their outcomes, in the given order. */
export function MemberRows({ rows }: { rows: readonly MemberImportRow[] }) {
  const t = useTexts('member-imports')
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface">
      {rows.map(({ row, name, birthDate, email, club, status, reason, isKept }) => (
        <li key={row} className="grid gap-x-6 gap-y-1 px-4 py-3 sm:grid-cols-[minmax(0,20rem)_1fr]">
          <span className="min-w-0">
            <span className="block font-semibold wrap-anywhere">{name || t('noName')}</span>
            <span className="block text-sm text-muted wrap-anywhere">
              {[t('row', { row }), birthDate, email, club].filter(Boolean).join(' · ')}
            </span>
          </span>
          <span className="flex flex-wrap items-start gap-x-3 gap-y-1">
            <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>
            {reason && <span className="min-w-0">{t(`reason.${reason}`)}</span>}
            {isKept && <span className="min-w-0">{t('kept')}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}
