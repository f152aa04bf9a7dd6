import { useState } from 'react'
import type { User } from '#api/users/contract.ts'
import { api } from '../api.ts'
import { failureOf } from '../editing/use-draft.ts'
import { useTexts } from '../texts.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { toast } from '../ui/toast.ts'

interface ForgetConnectionProps {
  person: User
  onDone: () => void
  onClose: () => void
}

/** Asks before the office takes a person's electronic identification away. */
export function ForgetConnection({ person, onDone, onClose }: ForgetConnectionProps) {
  const t = useTexts('users')
  const [busy, setBusy] = useState(false)
  const forget = async () => {
    if (busy) return
    setBusy(true)
    try {
      await api('DELETE /ExternalLogin/connection/:userId', { params: { userId: person.id } })
      onDone()
    } catch (error) {
      toast(failureOf(error).message, 'danger')
      setBusy(false)
    }
  }
  return (
    <Confirm
      open
      question={t('forgetConnection.question', { name: person.name })}
      detail={t('forgetConnection.detail')}
      action={t('menu.forgetConnection')}
      dangerous
      busy={busy}
      onConfirm={() => void forget()}
      onCancel={onClose}
    />
  )
}
