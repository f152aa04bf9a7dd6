import { useStore } from '@nanostores/react'
import { useTexts } from '../client/texts.tsx'
import { CourseFrame } from '../player/CourseFrame.tsx'
import { $player, closePlayer } from '../player/state.ts'
import { ErrorBox } from '../ui/ErrorBox.tsx'

/**
 * Shows the running educator material over the whole screen with a button that closes it, or that it is loading or
 * failed. Nothing while none is opened, or while the player runs a part.
 */
export function MaterialFrame() {
  const { of, phase, title, approved: _approved, failure: _failure, ...course } = useStore($player)
  const t = useTexts('player')
  if (phase === 'idle' || of !== 'material') return null
  return (
    <CourseFrame
      {...course}
      title={title}
      onClose={closePlayer}
      again={phase === 'running' ? t('again.materialDetail') : undefined}
    >
      {phase === 'loading' && (
        <p role="status" className="m-auto">
          {t('materialLoading')}
        </p>
      )}
      {phase === 'failed' && (
        <div className="m-auto max-w-xl p-6">
          <ErrorBox>{t('materialFailed')}</ErrorBox>
        </div>
      )}
    </CourseFrame>
  )
}
