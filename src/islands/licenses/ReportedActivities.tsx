import { Check, X } from '@lucide/icons'
import { useState } from 'react'
import type { ReportedActivity } from '#api/participation/licenses/reported/contract.ts'
import { api } from '../client/api.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Link } from '../ui/Link.tsx'
import { toast } from '../ui/toast.ts'
import { formatAmount, formatDay } from './license-texts.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

interface RowProps {
  report: ReportedActivity
  onApprove: () => void
  onRefuse: () => void
}

function Row({ report, onApprove, onRefuse }: RowProps) {
  const t = useTexts('licenses')
  const language = useLanguage()
  const { activity, userName, userId, doneOn, amount, note } = report
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 rounded-card border border-line bg-surface p-4">
      <div className="min-w-0">
        <p className="font-semibold">
          <Link href={`/profile/${userId}`}>{userName}</Link>
        </p>
        <p>
          {activity.name} · {formatAmount(amount, activity.unit, t, language)} · {formatDay(doneOn, language)}
        </p>
        <p className="text-sm text-muted">
          {activity.licenseName} · {activity.categoryName}
        </p>
        {note && <p className="mt-1 text-sm wrap-anywhere">{note}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="small" tone="primary" icon={<Icon of={Check} size={16} />} onClick={onApprove}>
          {t('reports.approve')}
        </Button>
        <Button size="small" icon={<Icon of={X} size={16} />} onClick={onRefuse}>
          {t('reports.refuse')}
        </Button>
      </div>
    </li>
  )
}

const decide = (id: number, body: { approved: boolean; reason?: string }) =>
  api('PUT /ReportedActivities/:id', { params: { id }, body })

function Activities({ reports: stored }: { reports: readonly ReportedActivity[] }) {
  const t = useTexts('licenses')
  const [reports, setReports] = useState([...stored])
  const [refused, setRefused] = useState<ReportedActivity | null>(null)
  const done = (id: number) => setReports((now) => now.filter((one) => one.id !== id))
  const approve = async ({ id }: ReportedActivity) => {
    try {
      await decide(id, { approved: true })
      done(id)
    } catch (error) {
      toast(toFailure(error).message, 'danger')
    }
  }
  if (reports.length === 0) return <EmptyState title={t('reports.none')}>{t('reports.noneText')}</EmptyState>
  return (
    <>
      <ul className="grid gap-3">
        {reports.map((report) => (
          <Row
            key={report.id}
            report={report}
            onApprove={() => void approve(report)}
            onRefuse={() => setRefused(report)}
          />
        ))}
      </ul>
      {refused && (
        <ReasonDialog
          title={t('reports.of', { name: refused.userName, title: refused.activity.name })}
          verb={t('reports.refuse')}
          label={t('reports.reason')}
          onClose={() => setRefused(null)}
          onSave={async (reason) => {
            await decide(refused.id, { approved: false, reason })
            done(refused.id)
            setRefused(null)
          }}
        />
      )}
    </>
  )
}

/**
 * Worklist of reported activities for the office to approve, or to refuse with a reason; a decided one leaves the list.
 * A failed approval is a toast; a failed refusal is shown in its dialog.
 */
export const ReportedActivities = island(Activities)
