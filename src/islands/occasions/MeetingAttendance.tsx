import type { ManagedOccasion } from '#api/catalogue/occasions/management/contract.ts'
import { momentText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { MeetingStatus } from './MeetingStatus.tsx'
import type { ParticipantRowData } from './participant-rows.ts'
import type { MeetingAttendanceState } from './use-meeting-attendance.ts'

interface MeetingAttendanceProps {
  occasion: ManagedOccasion
  meeting: MeetingAttendanceState
  rows: readonly ParticipantRowData[]
  /** Receives the participants that the reader marks as present. */
  onMark: (rows: readonly ParticipantRowData[]) => void
}

/** Names of people in the meeting who match no participant. */
function Unmatched({ meeting }: Pick<MeetingAttendanceProps, 'meeting'>) {
  const t = useTexts('occasions')
  const unmatched = meeting.attendance?.unmatched ?? []
  if (unmatched.length === 0) return null
  return (
    <div>
      <h3 className="text-sm font-semibold">{t('meeting.unmatched')}</h3>
      <p className="text-sm text-muted">{t('meeting.unmatchedHint')}</p>
      <ul className="mt-1 list-disc pl-5 text-sm">
        {unmatched.map(({ name, minutes }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: people have no key, and two may have the same name
          <li key={at}>{t('meeting.unmatchedOne', { name: name ?? t('meeting.nameless'), minutes })}</li>
        ))}
      </ul>
    </div>
  )
}

/**
 * The online meeting of an occasion above its participants: its state before it has begun, and then who was in it, with
 * the button that marks those for whom it is proposed. Nobody is marked without it. Empty without a meeting.
 */
export function MeetingAttendance({ occasion, meeting, rows, onMark }: MeetingAttendanceProps) {
  const t = useTexts('occasions')
  const language = useLanguage()
  const { attendance, isBusy, failure } = meeting
  if (!meeting.isOffered)
    return (
      <div className="mt-5 empty:hidden">
        <MeetingStatus occasion={occasion} />
      </div>
    )
  const proposedIds = new Set(attendance?.proposals.flatMap(({ userId, isProposed }) => (isProposed ? [userId] : [])))
  const markable = rows.filter(
    (row) => proposedIds.has(row.userId) && !row.canceled && row.state !== 'pending' && !row.attended && !row.completed,
  )
  const fetchedAt = attendance?.fetchedDate
  return (
    <div className="mt-5">
      <Card title={t('meeting.attendance')}>
        <div className="grid gap-4">
          <p role="status" className="text-muted">
            {fetchedAt
              ? t('meeting.fetched', {
                  count: attendance.proposals.length,
                  moment: momentText(fetchedAt, 'moment', language),
                })
              : t('meeting.notFetched')}
          </p>
          {failure && <ErrorBox>{failure.message}</ErrorBox>}
          <div className="flex flex-wrap gap-3">
            {markable.length > 0 && (
              <Button tone="primary" onClick={() => onMark(markable)}>
                {t('meeting.mark', { count: markable.length })}
              </Button>
            )}
            <Button isBusy={isBusy} onClick={() => void meeting.fetch()}>
              {t(fetchedAt ? 'meeting.fetchAgain' : 'meeting.fetch')}
            </Button>
          </div>
          <Unmatched meeting={meeting} />
        </div>
      </Card>
    </div>
  )
}
