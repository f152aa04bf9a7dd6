import { Copy } from '@lucide/icons'
import { useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Icon } from '../ui/Icon.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'
import { toast } from '../ui/toast.ts'

export interface AccountSecret {
  id: number
  name: string
  password: string
}

/** Shows a password once. Only the button closes the dialog, so that a touch beside it does not lose the password. */
export function SecretDialog({ secret, onClose }: { secret: AccountSecret | null; onClose: () => void }) {
  const t = useTexts('configuration')
  const copy = async () => {
    await navigator.clipboard.writeText(secret?.password ?? '')
    toast(t('accounts.copied'))
  }
  return (
    <Dialog
      open={secret !== null}
      onClose={onClose}
      title={t('accounts.secretTitle', { name: secret?.name ?? '' })}
      closesOutside={false}
      actions={<Button onClick={onClose}>{t('accounts.secretDone')}</Button>}
    >
      <div className="grid gap-4">
        <InfoBox tone="warning">{t('accounts.secretOnce')}</InfoBox>
        <p className="flex flex-wrap items-center gap-3">
          <code className="min-w-0 flex-1 rounded-control bg-sunken px-3 py-2 font-mono wrap-anywhere select-all">
            {secret?.password}
          </code>
          <Button icon={<Icon of={Copy} size={18} />} onClick={() => void copy()}>
            {t('accounts.copy')}
          </Button>
        </p>
        <p className="text-sm text-muted">{t('accounts.howTo', { id: secret?.id ?? 0 })}</p>
      </div>
    </Dialog>
  )
}
