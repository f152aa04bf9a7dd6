import type { GdprContact } from '#api/office/gdpr/contract.ts'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { DraftForm } from '../editing/DraftForm.tsx'
import { draftFields } from '../editing/draft-fields.ts'
import { useDraft } from '../editing/use-draft.ts'
import { Card } from '../ui/Card.tsx'
import { Field } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'

type Draft = Pick<GdprContact, 'email' | 'phone'>

function Form({ contact }: { contact: GdprContact | null }) {
  const t = useTexts('configuration')
  const form = useDraft<Draft, GdprContact | null>({
    stored: contact,
    draftOf: (stored) => ({ email: stored?.email ?? '', phone: stored?.phone ?? '' }),
    save: (draft, version) =>
      api('PUT /gdpr', { body: { ...draft, ...(version && { lastChange: version.lastChange }) } }),
    reload: () => api('GET /gdpr'),
    onSaved: () => toast(t('saved')),
  })
  const labelOf = (name: string) => t(`gdpr.${name}`)
  const { text } = draftFields<Draft>(form, labelOf)
  return (
    <DraftForm form={form} labelOf={labelOf}>
      <Card title={t('tab.gdpr')}>
        <p className="mb-5 max-w-text text-muted">{t('gdpr.lead')}</p>
        <div className="grid gap-6 md:grid-cols-2">
          <Field {...text('email')} type="email" required />
          <Field {...text('phone')} type="tel" required />
        </div>
      </Card>
    </DraftForm>
  )
}

/**
 * Form with the contact for personal data, which the page `/gdpr` shows. `contact` is null before the first save. Saves
 * with optimistic locking, and a toast.
 */
export const GdprForm = island(Form)
