import { useState } from 'react'
import type { ManagedOccasion } from '#api/catalogue/occasions/management/contract.ts'
import type { OccasionMeeting } from '#api/catalogue/occasions/meetings/contract.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { usePoll } from '../client/use-poll.ts'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'

type MeetingOccasion = Pick<ManagedOccasion, 'id' | 'meeting' | 'onlineUrl' | 'endDate'>

interface FailureProps {
  occasionId: number
  meeting: OccasionMeeting
  /** Whether the occasion has the link of the meeting. */
  hasLink: boolean
  /** Receives null when the meeting is deleted. */
  onRetried: (meeting: OccasionMeeting | null) => void
}

/** Reason why the service has not what the occasion says, with the button that tries again. */
function MeetingFailure({ occasionId, meeting, hasLink, onRetried }: FailureProps) {
  const t = useTexts('occasions')
  const { isBusy, failure, run } = useSaving()
  const service = t(`meeting.name.${meeting.provider}`)
  const retry = () =>
    run(async () => {
      onRetried(await api('POST /EducationPartOccasions/:id/meeting/retry', { params: { id: occasionId } }))
    })
  const title = meeting.state === 'failed' && !hasLink ? 'meeting.notCreated' : `meeting.${meeting.state}`
  const button = (
    <Button size="small" isBusy={isBusy} onClick={() => void retry()}>
      {t('meeting.retry')}
    </Button>
  )
  return (
    <ErrorBox title={t(title, { service })} actions={button}>
      <p>{failure?.message ?? t(`meeting.reason.${meeting.reason ?? 'unexpected'}`, { service })}</p>
      {meeting.message && <p className="text-sm">{t('meeting.said', { service, message: meeting.message })}</p>}
    </ErrorBox>
  )
}

/**
 * The online meeting that the portal creates: that it is being created, which is followed, its link, or the failure
 * with the button that tries again. Empty without a meeting.
 */
export function MeetingStatus({ occasion }: { occasion: MeetingOccasion }) {
  const t = useTexts('occasions')
  const [followed, setFollowed] = useState<MeetingOccasion | null>(null)
  const { id, meeting, onlineUrl, endDate } = followed ?? occasion
  const isAwaited = meeting?.state === 'creating' && endDate > new Date()
  const polling = usePoll(isAwaited, async (signal) => {
    const now = await api('GET /EducationPartOccasions/:id/managed', { params: { id } }, { signal })
    if (!signal.aborted) setFollowed(now)
    return now.meeting?.state !== 'creating'
  })
  // A meeting that was never created before the occasion ended is created no more.
  if (!meeting || (meeting.state === 'creating' && !isAwaited)) return null
  const service = t(`meeting.name.${meeting.provider}`)
  if (meeting.state === 'failed' || meeting.state === 'removalFailed') {
    const follow = (retried: OccasionMeeting | null) => setFollowed({ id, onlineUrl, endDate, meeting: retried })
    return <MeetingFailure occasionId={id} meeting={meeting} hasLink={onlineUrl !== null} onRetried={follow} />
  }
  return (
    <InfoBox role="status">
      {meeting.state === 'creating' || onlineUrl === null ? (
        t('meeting.creating', { service })
      ) : (
        <>
          {t('meeting.created', { service })}{' '}
          <a href={onlineUrl} className="underline underline-offset-3 wrap-anywhere">
            {t('meeting.open')}
          </a>
        </>
      )}
      {polling.failure && <p>{polling.failure}</p>}
    </InfoBox>
  )
}
