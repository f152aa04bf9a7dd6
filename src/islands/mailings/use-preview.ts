import { useCallback, useEffect, useState } from 'react'
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

/** Loads the recipients and the filled texts, a moment after the last change; `reload` asks again. */
export function usePreview({ audience, subject, text, userId }: PreviewQuestion) {
  const [preview, setPreview] = useState<AudiencePreview | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    let isCurrent = round >= 0
    const timer = setTimeout(() => {
      api('POST /Mailings/preview', { body: { audience, subject, text, userId } }).then(
        (found) => {
          if (!isCurrent) return
          setPreview(found)
          setFailure(null)
        },
        (error: unknown) => isCurrent && setFailure(toFailure(error)),
      )
    }, waitMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [audience, subject, text, userId, round])
  const reload = useCallback(() => setRound((now) => now + 1), [])
  return { preview, failure, reload }
}
