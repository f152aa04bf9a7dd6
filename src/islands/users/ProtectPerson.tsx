import { useState } from 'react'
import type { User } from '#api/users/contract.ts'
import { api } from '../api.ts'
import { FormDialog } from '../editing/FormDialog.tsx'
import { failureOf } from '../editing/use-draft.ts'
import { useSaving } from '../editing/use-saving.ts'
import { useTexts } from '../texts.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { toast } from '../ui/toast.ts'

interface ProtectPersonProps {
  person: User
  onDone: () => void
  onClose: () => void
}

/** Asks a superadministrator for the reason, and protects the person's identity with it. */
function Protect({ person, onDone, onClose }: ProtectPersonProps) {
  const t = useTexts('users')
  const [reason, setReason] = useState('')
  const { busy, failure, run } = useSaving()
  const save = async () => {
    await api('PUT /User/:id/protection', { params: { id: person.id }, body: { protected: true, reason } })
    onDone()
  }
  return (
    <FormDialog
      title={t('protect.question', { name: person.name })}
      verb={t('menu.protect')}
      tone="danger"
      {...{ busy, failure, onClose }}
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

/** Asks before a superadministrator ends the protection of a person's identity. */
function Unprotect({ person, onDone, onClose }: ProtectPersonProps) {
  const t = useTexts('users')
  const { busy, run } = useSaving()
  const save = async () => {
    try {
      await api('PUT /User/:id/protection', { params: { id: person.id }, body: { protected: false } })
    } catch (error) {
      toast(failureOf(error).message, 'danger')
      return
    }
    onDone()
  }
  return (
    <Confirm
      open
      question={t('unprotect.question', { name: person.name })}
      detail={t('unprotect.detail')}
      action={t('menu.unprotect')}
      dangerous
      busy={busy}
      onConfirm={() => void run(save)}
      onCancel={onClose}
    />
  )
}

/** Protects a person's identity, or ends the protection, after asking. */
export const ProtectPerson = (props: ProtectPersonProps) =>
  props.person.protected ? <Unprotect {...props} /> : <Protect {...props} />
