import { useState } from 'react'
import type { User } from '#api/people/users/contract.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { TextArea } from '../ui/TextArea.tsx'
import { ConfirmForPerson } from './ConfirmForPerson.tsx'

interface ProtectPersonProps {
  person: User
  onDone: () => void
  onClose: () => void
}

/** Asks a superadministrator for a reason and protects the person's identity. */
function Protect({ person, onDone, onClose }: ProtectPersonProps) {
  const t = useTexts('users')
  const [reason, setReason] = useState('')
  const { isBusy, failure, run } = useSaving()
  const save = async () => {
    await api('PUT /User/:id/protection', { params: { id: person.id }, body: { protected: true, reason } })
    onDone()
  }
  return (
    <FormDialog
      title={t('protect.question', { name: person.name })}
      verb={t('menu.protect')}
      tone="danger"
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
      labelOf={() => t('protect.reason')}
      onSave={() => void run(save)}
    >
      <p className="text-muted">{t('protect.detail')}</p>
      <TextArea
        name="reason"
        label={t('protect.reason')}
        hint={t('protect.reasonHint')}
        error={failure?.fields['reason']}
        limit={300}
        rows={2}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}

/** Asks for confirmation before the protection of a person's identity ends. */
function Unprotect({ person, ...events }: ProtectPersonProps) {
  const change = () => api('PUT /User/:id/protection', { params: { id: person.id }, body: { protected: false } })
  return <ConfirmForPerson verb="unprotect" name={person.name} change={change} {...events} />
}

/**
 * Dialog that protects a person's identity, with a reason, or ends the protection. After a success `onDone` must close
 * it; `onClose` is called on cancel only. A refusal of the first is shown in it, one of the second is a toast.
 */
export const ProtectPerson = (props: ProtectPersonProps) =>
  props.person.protected ? <Unprotect {...props} /> : <Protect {...props} />
