import { RotateCcw } from '@lucide/icons'
import { useState } from 'react'
import { useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { Icon } from '../ui/Icon.tsx'
import { startAgain } from './state.ts'

/** Starts what is open from its beginning, once that is meant. */
export function Again({ detail }: { detail: string }) {
  const t = useTexts('player')
  const [asks, setAsks] = useState(false)
  const again = () => {
    setAsks(false)
    void startAgain()
  }
  return (
    <>
      <Button className="relative" icon={<Icon of={RotateCcw} size={18} />} onClick={() => setAsks(true)}>
        {/* On a phone the room is the title's. */}
        <span className="max-md:sr-only">{t('again')}</span>
      </Button>
      <Confirm
        open={asks}
        question={t('again.question')}
        detail={detail}
        action={t('again')}
        onConfirm={again}
        onCancel={() => setAsks(false)}
      />
    </>
  )
}
