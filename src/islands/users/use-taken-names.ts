import { useState } from 'react'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'

type UniqueField = 'email' | 'userName'

/**
 * Reports that a user name or e-mail address of at least three characters is taken: the form calls `check` on leaving
 * the field, and `errorOf` has the text while the field is unchanged. A failed check reports nothing. The call that
 * creates the person decides.
 */
export function useTakenNames() {
  const t = useTexts('users')
  const [takenNames, setTakenNames] = useState<Partial<Record<UniqueField, string>>>({})
  const check = async (field: UniqueField, text: string) => {
    const x = text.trim()
    if (x.length < 3) return
    // A failed check reports nothing, so that the form can still be sent.
    const isTaken = await api('GET /User/exists/:x', { params: { x } }).catch(() => false)
    setTakenNames((now) => ({ ...now, [field]: isTaken ? x : '' }))
  }
  return {
    check: check,
    errorOf: (field: string, text: string) =>
      (field === 'email' || field === 'userName') && takenNames[field] && takenNames[field] === text.trim()
        ? t(`external.taken.${field}`)
        : undefined,
  }
}
