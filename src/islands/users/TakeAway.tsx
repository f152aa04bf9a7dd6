import { useState } from 'react'
import type { User } from '#api/users/contract.ts'
import { api } from '../api.ts'
import { failureOf } from '../editing/use-draft.ts'
import { proven } from '../second-factors/proven.ts'
import { useTexts } from '../texts.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { toast } from '../ui/toast.ts'

const removals = {
  forgetConnection: (userId: number) => api('DELETE /ExternalLogin/connection/:userId', { params: { userId } }),
  removeFactors: (userId: number) =>
    proven(() => api('DELETE /Authentication/factors/:userId', { params: { userId } })),
}

interface TakeAwayProps {
  person: User
  taking: keyof typeof removals
  onDone: () => void
  onClose: () => void
}

/** Asks before the office takes a person's electronic identification or second factors away. */
export function TakeAway({ person, taking, onDone, onClose }: TakeAwayProps) {
  const t = useTexts('users')
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    if (busy) return
    setBusy(true)
    try {
      await removals[taking](person.id)
      onDone()
    } catch (error) {
      toast(failureOf(error).message, 'danger')
      setBusy(false)
    }
  }
  return (
    <Confirm
      open
      question={t(`${taking}.question`, { name: person.name })}
      detail={t(`${taking}.detail`)}
      action={t(`menu.${taking}`)}
      dangerous
      busy={busy}
      onConfirm={() => void remove()}
      onCancel={onClose}
    />
  )
}
