import { Copy } from '@lucide/icons'
import type { User } from '#api/people/users/contract.ts'
import { useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Icon } from '../ui/Icon.tsx'
import { toast } from '../ui/toast.ts'

interface SecretDialogProps {
  person: User
  /** Null when it was mailed to the person. */
  text: string | null
  isLink: boolean
  onClose: () => void
}

/**
 * Dialog that shows a temporary password, or a link that signs in as the person (`isLink`), once, with a button that
 * copies it; or says that it was mailed (`text` null). A press beside it closes it too.
 */
export function SecretDialog({ person, text, isLink, onClose }: SecretDialogProps) {
  const t = useTexts('users')
  const copy = async () => {
    await navigator.clipboard.writeText(text ?? '')
    toast(t('secret.copied'))
  }
  return (
    <Dialog open onClose={onClose} title={person.name} actions={<Button onClick={onClose}>{t('close')}</Button>}>
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
