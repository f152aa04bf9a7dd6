import { useState } from 'react'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'

/** Instructions of the assignment, as HTML that the server has sanitized. They are loaded when they are unfolded. */
export function Instructions({ educationPartId }: { educationPartId: number }) {
  const t = useTexts('submissions')
  const [html, setHtml] = useState<string | null>(null)
  const [note, setNote] = useState<string | null>(null)
  const load = async () => {
    if (html !== null) return
    setNote(null)
    try {
      const part = await api('GET /EducationParts/:id', { params: { id: educationPartId } })
      setHtml(part.submissionInstructions ?? '')
      setNote(part.submissionInstructions ? null : t('desk.noInstructions'))
    } catch (error) {
      setNote(toFailure(error).message)
    }
  }
  return (
    <details onToggle={({ currentTarget }) => currentTarget.open && void load()}>
      <summary className="w-fit cursor-pointer py-1 font-medium text-accent-ink">{t('desk.instructions')}</summary>
      {note && (
        <p role="status" className="text-sm text-muted">
          {note}
        </p>
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server, as the pages that show it rely on */}
      {html && <div className="prose mt-2 text-sm" dangerouslySetInnerHTML={{ __html: html }} />}
    </details>
  )
}
