import { KeyRound, RefreshCw, Smartphone } from '@lucide/icons'
import { Suspense, useState } from 'react'
import type { Passkey, SecondFactors } from '#api/people/authentication/factors/contract.ts'
import { fewRecoveryCodes } from '#api/people/authentication/factors/rules.ts'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'
import { lazyWithRetry } from '../ui/lazy-with-retry.tsx'
import { toast } from '../ui/toast.ts'
import { FactorRows } from './FactorRows.tsx'
import { ProofDialog } from './ProofDialog.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { RenamePasskey } from './RenamePasskey.tsx'

const AddPasskey = lazyWithRetry(() => import('./AddPasskey.tsx'))
const AddApp = lazyWithRetry(() => import('./AddApp.tsx'))

type OpenDialog =
  | { kind: 'add-passkey' | 'add-app' | 'renew' }
  | { kind: 'rename'; passkey: Passkey }
  | { kind: 'remove'; factor: Passkey | 'app' }
  | { kind: 'codes'; codes: string[] }

const removeFactor = (factor: Passkey | 'app', body: { password?: string }) =>
  factor === 'app'
    ? api('POST /Authentication/app/remove', { body })
    : api('POST /Authentication/passkeys/:id/remove', { params: { id: factor.id }, body })

function useFactors(initial: SecondFactors) {
  const [factors, setFactors] = useState(initial)
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const changed = async (text: string, codes: string[] | null = null) => {
    setOpened(codes ? { kind: 'codes', codes } : null)
    toast(text)
    setFactors(await api('GET /Authentication/factors'))
  }
  return { factors, opened, setOpened, changed }
}

interface DialogsProps extends Omit<ReturnType<typeof useFactors>, 'setOpened'> {
  close: () => void
}

/** Renders the open dialog. */
function Dialogs({ factors, opened, changed, close }: DialogsProps) {
  const t = useTexts('second-factors')
  const needs = { needsPassword: factors.needsPassword, hasPasskey: factors.passkeys.length > 0, onClose: close }
  const added = (codes: string[] | null) => void changed(t('added'), codes)
  switch (opened?.kind) {
    case 'add-passkey':
      return <AddPasskey {...needs} onAdded={added} />
    case 'add-app':
      return <AddApp {...needs} onAdded={added} />
    case 'codes':
      return <RecoveryCodes codes={opened.codes} onClose={close} />
    case 'rename':
      return (
        <RenamePasskey passkey={opened.passkey} onDone={() => void changed(t('passkey.renamed'))} onClose={close} />
      )
    case 'renew':
      return (
        <ProofDialog
          {...needs}
          title={t('codes.renew')}
          text={t('codes.renewText')}
          verb={t('codes.renewVerb')}
          onSave={async (body) => {
            const { recoveryCodes } = await api('POST /Authentication/recoverycodes', { body })
            await changed(t('codes.renewed'), recoveryCodes)
          }}
        />
      )
    case 'remove': {
      const { factor } = opened
      const name = factor === 'app' ? t('app.name') : factor.name
      const isLast = factors.passkeys.length + (factors.app ? 1 : 0) === 1
      return (
        <ProofDialog
          {...needs}
          tone="danger"
          title={t('removeQuestion', { name })}
          text={t(isLast ? 'removeLastText' : 'removeText')}
          verb={t('removeVerb')}
          onSave={async (body) => {
            await removeFactor(factor, body)
            await changed(t('removed', { name }))
          }}
        />
      )
    }
    default:
      return null
  }
}

function Factors({ initial }: { initial: SecondFactors }) {
  const t = useTexts('second-factors')
  const { factors, opened, setOpened, changed } = useFactors(initial)
  const hasAny = factors.passkeys.length > 0 || factors.app !== null
  return (
    <div className="grid gap-4">
      <p>{t(hasAny ? 'lead.on' : 'lead.off')}</p>
      {hasAny && (
        <FactorRows
          factors={factors}
          onRename={(passkey) => setOpened({ kind: 'rename', passkey })}
          onRemove={(factor) => setOpened({ kind: 'remove', factor })}
        />
      )}
      {hasAny &&
        (factors.recoveryCodesLeft <= fewRecoveryCodes ? (
          <InfoBox tone="warning">{t('codes.few', { count: factors.recoveryCodesLeft })}</InfoBox>
        ) : (
          <p>{t('codes.left', { count: factors.recoveryCodesLeft })}</p>
        ))}
      <div className="flex flex-wrap gap-3">
        <Button icon={<Icon of={KeyRound} size={18} />} onClick={() => setOpened({ kind: 'add-passkey' })}>
          {t('passkey.add')}
        </Button>
        <Button icon={<Icon of={Smartphone} size={18} />} onClick={() => setOpened({ kind: 'add-app' })}>
          {t(factors.app ? 'app.replace' : 'app.add')}
        </Button>
        {hasAny && (
          <Button icon={<Icon of={RefreshCw} size={18} />} onClick={() => setOpened({ kind: 'renew' })}>
            {t('codes.renew')}
          </Button>
        )}
      </div>
      <Suspense>
        <Dialogs factors={factors} opened={opened} changed={changed} close={() => setOpened(null)} />
      </Suspense>
    </div>
  )
}

/**
 * Card with the person's second factors: adds, renames and removes them, and renews the recovery codes, each in a
 * dialog and with a toast. New codes are shown once. A warning says when few are left.
 */
export const SecondFactorsCard = island(Factors)
