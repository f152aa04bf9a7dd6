import { useState } from 'react'
import type { User } from '#api/people/users/contract.ts'
import { api } from '../api.ts'
import { failureOf } from '../editing/use-draft.ts'
import { useTexts } from '../texts.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { toast } from '../ui/toast.ts'

interface ProtectPersonProps {
  person: User
  onDone: () => void
  onClose: () => void
}

/** Asks before a superadministrator protects a person's identity, or ends the protection. */
export function ProtectPerson({ person, onDone, onClose }: ProtectPersonProps) {
  const t = useTexts('users')
  const [busy, setBusy] = useState(false)
  const verb = person.protected ? 'unprotect' : 'protect'
  const change = async () => {
    if (busy) return
    setBusy(true)
    try {
      await api('PUT /User/:id/protection', { params: { id: person.id }, body: { protected: !person.protected } })
      onDone()
    } catch (error) {
      toast(failureOf(error).message, 'danger')
      setBusy(false)
    }
  }
  return (
    <Confirm
      open
      question={t(`${verb}.question`, { name: person.name })}
      detail={t(`${verb}.detail`)}
      action={t(`menu.${verb}`)}
      dangerous
      busy={busy}
      onConfirm={() => void change()}
      onCancel={onClose}
    />
  )
}
