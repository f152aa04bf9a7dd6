import { useCallback } from 'react'
import type { Audience } from '#api/office/mailings/audience/contract.ts'
import { api } from '../client/api.ts'
import { useQuestion } from './use-question.ts'

interface PreviewQuestion {
  audience: Audience
  subject: string
  text: string
  userId: number | null
}

/**
 * Loads the recipients and the filled texts of a mailing, 400 ms after the last change; `reload` asks again at once.
 * `audience` must stay the same object while it does not change. `userId` is the recipient whose mail is shown; null
 * for the first one. `preview` is null before the first answer. A failure is in `failure` and leaves the earlier
 * preview.
 */
export function usePreview({ audience, subject, text, userId }: PreviewQuestion) {
  const ask = useCallback(
    () => api('POST /Mailings/preview', { body: { audience, subject, text, userId } }),
    [audience, subject, text, userId],
  )
  const { answer: preview, ...question } = useQuestion(ask)
  return { preview, ...question }
}
