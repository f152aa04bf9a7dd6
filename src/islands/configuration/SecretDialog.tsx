import { Copy } from '@lucide/icons'
import { copyText } from '../client/copy-text.ts'
import { useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Icon } from '../ui/Icon.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'

export interface AccountSecret {
  id: number
  name: string
  password: string
}

interface SecretDialogProps {
  secret: AccountSecret | null
  onClose: () => void
  /** Owner of the secret, which chooses the texts. */
  of?: 'accounts' | 'webhooks'
}

/**
 * Dialog that shows a password once, while `secret` (id, name and password) is not null; `onClose` must set it to null.
 * A button copies the password, with a toast. A press beside it does not close it, so that the password is not lost by
 * accident. `of` chooses the texts: `accounts` of integrations, or `webhooks`.
 */
export function SecretDialog({ secret, onClose, of = 'accounts' }: SecretDialogProps) {
  const t = useTexts('configuration')
  const common = useTexts('common')
  const copy = () => copyText(secret?.password ?? '', { copied: t(`${of}.copied`), failed: common('copyFailed') })
  return (
    <Dialog
      open={secret !== null}
      onClose={onClose}
      title={t(`${of}.secretTitle`, { name: secret?.name ?? '' })}
      closesOutside={false}
      actions={<Button onClick={onClose}>{t(`${of}.secretDone`)}</Button>}
    >
      <div className="grid gap-4">
        <InfoBox tone="warning">{t(`${of}.secretOnce`)}</InfoBox>
        <p className="flex flex-wrap items-center gap-3">
          <code className="min-w-0 flex-1 rounded-control bg-sunken px-3 py-2 font-mono wrap-anywhere select-all">
            {secret?.password}
          </code>
          <Button icon={<Icon of={Copy} size={18} />} onClick={() => void copy()}>
            {t(`${of}.copy`)}
          </Button>
        </p>
        <p className="text-sm text-muted">{t(`${of}.howTo`, { id: secret?.id ?? 0 })}</p>
      </div>
    </Dialog>
  )
}
