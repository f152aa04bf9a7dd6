import { useState } from 'react'
import { maxReasonLength } from '#api/people/user-management/inactive/rules.ts'
import type { User } from '#api/people/users/contract.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { proven } from '../second-factors/proven.ts'
import { TextArea } from '../ui/TextArea.tsx'

interface CloseAccountProps {
  person: User
  /** Number of coming bookings, which stay. */
  bookings: number
  onDone: () => void
  onClose: () => void
}

/**
 * Dialog that closes a person's account for a reason, after a recent proof of identity. It says how many coming
 * bookings stay. After a success `onDone` must close it; a refusal is shown in it.
 */
export function CloseAccount({ person, bookings, onDone, onClose }: CloseAccountProps) {
  const t = useTexts('users')
  const [reason, setReason] = useState('')
  const { isBusy, failure, run } = useSaving()
  const save = async () => {
    await proven(() => api('PUT /User/:id/closure', { params: { id: person.id }, body: { reason } }))
    onDone()
  }
  return (
    <FormDialog
      title={t('close.question', { name: person.name })}
      verb={t('menu.close')}
      tone="danger"
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
      labelOf={() => t('close.reason')}
      onSave={() => void run(save)}
    >
      <p className="text-muted">{t('close.detail')}</p>
      <p>{bookings > 0 ? t('close.bookings', { count: bookings }) : t('close.noBookings')}</p>
      <TextArea
        name="reason"
        label={t('close.reason')}
        hint={t('close.reasonHint')}
        error={failure?.fields['reason']}
        limit={maxReasonLength}
        rows={2}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
