import type { MemberImportRow } from '#api/people/member-imports/contract.ts'
import { memberStatuses } from '#api/people/member-imports/rules.ts'
import { useTexts } from '../client/texts.tsx'
import { RowEditor } from '../imports/RowEditor.tsx'
import { Badge } from '../ui/Badge.tsx'
import { memberRow } from './member-row.ts'

const tones = {
  [memberStatuses.new]: 'success',
  [memberStatuses.joined]: 'success',
  [memberStatuses.existing]: 'neutral',
  [memberStatuses.error]: 'danger',
} as const

interface MemberRowsProps {
  rows: readonly MemberImportRow[]
  /** The batch whose rows can be corrected; null when they cannot. */
  editing: { batchId: number; onSaved: () => void } | null
}

/**
 * List of rows of the file with their outcomes, in the given order. Wrong and corrected ones can be corrected in place,
 * unless `editing` is null; `editing.onSaved` follows each saved row.
 */
export function MemberRows({ rows, editing }: MemberRowsProps) {
  const t = useTexts('member-imports')
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface">
      {rows.map(({ row, name, birthDate, email, club, status, reason, isKept, isEdited }) => (
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
          {editing && (status === memberStatuses.error || isEdited) && (
            <div className="mt-1 min-w-0 sm:col-span-2">
              <RowEditor
                {...memberRow(editing.batchId, row)}
                namespace="member-imports"
                labelOf={(field) => t(`field.${field}`)}
                onSaved={editing.onSaved}
              />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
