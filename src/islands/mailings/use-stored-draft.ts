import { useRef, useState } from 'react'
import type { Audience } from '#api/office/mailings/audience/contract.ts'
import type { EditedDraft, MailingDraft } from '#api/office/mailings/contract.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { useDraft } from '../editing/use-draft.ts'
import { toast } from '../ui/toast.ts'
import type { MailingTexts } from './MailingFields.tsx'

/** A draft as it is stored; without an id one that is not stored yet. */
export interface StoredDraft extends Pick<MailingDraft, 'subject' | 'text' | 'due' | 'files'> {
  id: string | null
  lastChange: Date | null
}

const newDraft: StoredDraft = { id: null, lastChange: null, subject: '', text: '', due: null, files: [] }

const toTexts = ({ subject, text, due, files }: StoredDraft): MailingTexts => ({
  subject,
  text,
  files,
  due,
  isLater: due !== null,
})

/** Returns the ids of files, in their order. */
export const toFileIds = (files: MailingTexts['files']): number[] => files.map(({ id }) => id)

/**
 * State of the composer's texts over a draft, as `useDraft`. The first save stores the draft and gives the page its
 * URL, without a new entry of the history. Each save is reported by a toast. `opened` is the stored draft; null for a
 * new one.
 */
export function useStoredDraft(audience: Audience, opened: MailingDraft | null) {
  const t = useTexts('mailings')
  const id = useRef(opened?.id ?? null)
  const [create] = useState(() =>
    withIdempotencyKey((body: EditedDraft, idempotencyKey) =>
      api('POST /Mailings/drafts', { body }, { idempotencyKey }),
    ),
  )
  return useDraft<MailingTexts, StoredDraft>({
    stored: opened ?? newDraft,
    draftOf: toTexts,
    save({ subject, text, files, isLater, due }, version) {
      const body = { audience, subject, text, fileIds: toFileIds(files), due: isLater ? due : null }
      if (version.id === null) return create(body)
      const { id: draftId, lastChange } = version
      return api('PUT /Mailings/drafts/:id', { params: { id: draftId }, body: { ...body, lastChange } })
    },
    reload: () => api('GET /Mailings/drafts/:id', { params: { id: id.current ?? '' } }),
    onSaved(stored) {
      id.current = stored.id
      history.replaceState(history.state, '', `/outbox/mailing?draft=${stored.id}`)
      toast(t('draft.saved'))
    },
  })
}
