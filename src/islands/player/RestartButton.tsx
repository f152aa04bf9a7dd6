import { RotateCcw } from '@lucide/icons'
import { useState } from 'react'
import { useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { Icon } from '../ui/Icon.tsx'
import { startAgain } from './state.ts'

/**
 * Button that starts the open course from its beginning in a new attempt, after a question with `detail`. Earlier
 * results stay; a failure is shown by the player.
 */
export function RestartButton({ detail }: { detail: string }) {
  const t = useTexts('player')
  const [isAsking, setAsks] = useState(false)
  const restart = () => {
    setAsks(false)
    void startAgain()
  }
  return (
    <>
      <Button className="relative" icon={<Icon of={RotateCcw} size={18} />} onClick={() => setAsks(true)}>
        {/* On phones the title gets the space. */}
        <span className="max-md:sr-only">{t('again')}</span>
      </Button>
      <Confirm
        open={isAsking}
        question={t('again.question')}
        detail={detail}
        action={t('again')}
        onConfirm={restart}
        onCancel={() => setAsks(false)}
      />
    </>
  )
}
