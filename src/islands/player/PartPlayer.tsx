import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { island, useTexts } from '../client/texts.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { ApprovedPanel } from './ApprovedPanel.tsx'
import { CourseFrame } from './CourseFrame.tsx'
import { $player, closePlayer, type OpenedPart, openPart, wasCompleted } from './state.ts'

/** Time that a course gets to send its last statements after its frame is removed. */
const farewellMilliseconds = 400

const addressWithoutPart = () => {
  const url = new URL(location.href)
  url.searchParams.delete('educationPartId')
  url.searchParams.delete('preview')
  url.searchParams.delete('done')
  return url.pathname + url.search
}

/** Reloads the page after a completed part, and shows its finish line, unless the learner has opened another one. */
async function reloadIfCompleted(part: OpenedPart, isKnown: boolean): Promise<void> {
  const isCompleted = isKnown || (await wasCompleted(part))
  if (!isCompleted || $player.get().phase !== 'idle') return
  const url = new URL(location.href)
  url.searchParams.set('done', String(part.educationPartId))
  location.replace(url)
}

function Player({ educationPartId, educationId, userId, isTrial = false }: OpenedPart) {
  const { of, phase, title, failure, approved, counts, ...course } = useStore($player)
  const t = useTexts('player')
  useEffect(() => {
    void openPart({ educationPartId, educationId, userId, isTrial })
    return closePlayer
  }, [educationPartId, educationId, userId, isTrial])

  const close = () => {
    const { approved: isKnown, counts: mayComplete, phase: closedAt } = $player.get()
    closePlayer()
    history.replaceState(null, '', addressWithoutPart())
    if (closedAt !== 'running' || !mayComplete) return
    setTimeout(() => void reloadIfCompleted({ educationPartId, educationId, userId }, isKnown), farewellMilliseconds)
  }

  if (phase === 'idle' || of !== 'part') return null
  return (
    <CourseFrame
      {...course}
      title={title}
      onClose={close}
      again={phase === 'running' ? t('again.detail') : undefined}
      footer={<ApprovedPanel isApproved={approved} onDone={close} />}
    >
      {phase === 'loading' && (
        <p role="status" className="m-auto">
          {t('loading')}
        </p>
      )}
      {phase === 'running' && !counts && (
        <p role="status" className="border-b border-line bg-surface px-4 py-2 text-sm">
          {t('countsNot')}
        </p>
      )}
      {phase === 'failed' && (
        <div className="m-auto max-w-xl p-6">
          <ErrorBox>{failure || t('loadFailed')}</ErrorBox>
        </div>
      )}
    </CourseFrame>
  )
}

/**
 * Player of a digital part over the page, which opens it at once. Closing takes the part out of the URL; after a
 * completed part the page is loaded again, with its finish line. A trial (`isTrial`) counts for nothing.
 */
export const PartPlayer = island(Player)
