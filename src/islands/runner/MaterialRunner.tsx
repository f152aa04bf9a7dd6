import { useStore } from '@nanostores/react'
import { Play } from 'lucide-react'
import { island, useTexts } from '../texts.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { CourseFrame } from './CourseFrame.tsx'
import { $runner, closeRunner, openMaterial } from './state.ts'

interface MaterialRunnerProps {
  educatorArticulateId: number
  name: string
  userId: number
}

function Runner({ educatorArticulateId, name, userId }: MaterialRunnerProps) {
  const { phase, title, url, failure } = useStore($runner)
  const t = useTexts('runner')
  return (
    <>
      <Button icon={<Play size={18} aria-hidden />} onClick={() => void openMaterial(educatorArticulateId, userId)}>
        {name}
      </Button>
      {phase !== 'idle' && (
        <CourseFrame title={title} url={url} onClose={closeRunner}>
          {phase === 'failed' && (
            <div className="m-auto max-w-xl p-6">
              <ErrorBox>{failure || t('materialFailed')}</ErrorBox>
            </div>
          )}
        </CourseFrame>
      )}
    </>
  )
}

export const MaterialRunner = island(Runner)
