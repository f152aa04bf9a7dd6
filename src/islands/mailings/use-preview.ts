import { useCallback, useEffect, useRef, useState } from 'react'
import type { Audience, AudiencePreview } from '#api/office/mailings/contract.ts'
import { api } from '../client/api.ts'
import { type Failure, toFailure } from '../editing/use-draft.ts'

const waitMs = 400

interface PreviewQuestion {
  audience: Audience
  subject: string
  text: string
  userId: number | null
}

/** Loads the recipients and the filled texts, a moment after the last change; `reload` asks again at once. */
export function usePreview({ audience, subject, text, userId }: PreviewQuestion) {
  const [preview, setPreview] = useState<AudiencePreview | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  // Answers may come in another order than their questions.
  const latest = useRef(0)
  const load = useCallback(async () => {
    latest.current += 1
    const question = latest.current
    try {
      const found = await api('POST /Mailings/preview', { body: { audience, subject, text, userId } })
      if (question !== latest.current) return
      setPreview(found)
      setFailure(null)
    } catch (error) {
      if (question === latest.current) setFailure(toFailure(error))
    }
  }, [audience, subject, text, userId])
  useEffect(() => {
    const timer = setTimeout(() => void load(), waitMs)
    return () => clearTimeout(timer)
  }, [load])
  return { preview, failure, reload: () => void load() }
}
