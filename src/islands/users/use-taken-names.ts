import { useState } from 'react'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'

type Named = 'email' | 'userName'

/** Says already on leaving the field that a name or an address is somebody's. The call that makes the person says it for certain. */
export function useTakenNames() {
  const t = useTexts('users')
  const [taken, setTaken] = useState<Partial<Record<Named, string>>>({})
  const ask = async (field: Named, text: string) => {
    const x = text.trim()
    if (x.length < 3) return
    // A question that fails answers nothing: the form can be sent all the same.
    const isTaken = await api('GET /User/exists/:x', { params: { x } }).catch(() => false)
    setTaken((now) => ({ ...now, [field]: isTaken ? x : '' }))
  }
  return {
    ask,
    errorOf: (field: string, text: string) =>
      (field === 'email' || field === 'userName') && taken[field] && taken[field] === text.trim()
        ? t(`external.taken.${field}`)
        : undefined,
  }
}
