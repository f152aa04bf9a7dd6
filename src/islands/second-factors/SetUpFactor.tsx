import { KeyRound, Smartphone } from '@lucide/icons'
import { Suspense, useState } from 'react'
import { island, useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { lazyWithRetry } from '../ui/lazy-with-retry.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

const AddPasskey = lazyWithRetry(() => import('./AddPasskey.tsx'))
const AddApp = lazyWithRetry(() => import('./AddApp.tsx'))

interface SetUpProps {
  needsPassword: boolean
  /** URL of the page that was asked for. */
  target: string
}

function SetUp({ needsPassword, target }: SetUpProps) {
  const t = useTexts('second-factors')
  const [adding, setAdding] = useState<'passkey' | 'app' | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const continueToTarget = () => location.replace(target)
  const added = (shown: string[] | null) => {
    setAdding(null)
    if (shown) setCodes(shown)
    else continueToTarget()
  }
  const Add = adding === 'passkey' ? AddPasskey : AddApp
  return (
    <div className="grid gap-4">
      <Button
        tone="primary"
        size="large"
        isWide
        icon={<Icon of={KeyRound} size={20} />}
        onClick={() => setAdding('passkey')}
      >
        {t('passkey.add')}
      </Button>
      <p className="text-sm text-muted">{t('setUp.passkeyHint')}</p>
      <Button size="large" isWide icon={<Icon of={Smartphone} size={20} />} onClick={() => setAdding('app')}>
        {t('app.add')}
      </Button>
      <p className="text-sm text-muted">{t('setUp.appHint')}</p>
      {adding && (
        <Suspense>
          <Add needsPassword={needsPassword} hasPasskey={false} onAdded={added} onClose={() => setAdding(null)} />
        </Suspense>
      )}
      {codes && <RecoveryCodes codes={codes} onClose={continueToTarget} />}
    </div>
  )
}

/**
 * Buttons that set up the first second factor before any other page opens. They show new recovery codes once and lead
 * to `target`. The password is asked for with `needsPassword`.
 */
export const SetUpFactor = island(SetUp)
