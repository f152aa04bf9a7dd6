import { Copy } from '@lucide/icons'
import type { User } from '#api/people/users/contract.ts'
import { copyText } from '../client/copy-text.ts'
import { useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Icon } from '../ui/Icon.tsx'

interface SecretDialogProps {
  person: User
  /** Null when it was mailed to the person. */
  text: string | null
  isLink: boolean
  onClose: () => void
}

/**
 * Dialog that shows a temporary password, or a link that signs in as the person (`isLink`), once, with a button that
 * copies it; or says that it was mailed (`text` null). A press beside it closes it only then, as the text is lost.
 */
export function SecretDialog({ person, text, isLink, onClose }: SecretDialogProps) {
  const t = useTexts('users')
  const common = useTexts('common')
  const copy = () => copyText(text ?? '', { copied: t('secret.copied'), failed: common('copyFailed') })
  return (
    <Dialog
      open
      onClose={onClose}
      title={person.name}
      closesOutside={text === null}
      actions={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <div className="grid gap-4">
        <p>{t(text === null ? 'secret.mailed' : isLink ? 'secret.link' : 'secret.password')}</p>
        {text && (
          <>
            <code className="rounded-control border border-line bg-sunken px-4 py-3 text-lg wrap-anywhere select-all">
              {text}
            </code>
            <Button className="justify-self-start" icon={<Icon of={Copy} size={18} />} onClick={() => void copy()}>
              {t('secret.copy')}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  )
}
