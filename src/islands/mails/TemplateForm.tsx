import { useState } from 'react'
import type { EditableTemplate } from '#api/foundation/mails/contract.ts'
import { fillSamples, type Wording } from '#api/foundation/mails/rules.ts'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { DraftForm } from '../editing/DraftForm.tsx'
import { draftFields } from '../editing/draft-fields.ts'
import { useDraft } from '../editing/use-draft.ts'
import { useSaving } from '../editing/use-saving.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { Field } from '../ui/Field.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { toast, toastOnNextPage } from '../ui/toast.ts'

type Text = EditableTemplate['texts'][number]

interface TemplateFormProps {
  template: Pick<EditableTemplate, 'name' | 'variant' | 'placeholders' | 'required'>
  text: Text
}

/** Preview of the mail as a recipient would get it, updated while the template is edited. */
function Preview({ wording, text }: { wording: Wording; text: Text }) {
  const t = useTexts('mails')
  return (
    <Card title={t('edit.preview')}>
      <article lang={text.language}>
        <p className="font-semibold wrap-anywhere">{fillSamples(wording.subject, text.samples)}</p>
        <p className="mt-3 whitespace-pre-line wrap-anywhere">{fillSamples(wording.text, text.samples)}</p>
        <p className="mt-4 whitespace-pre-line text-muted wrap-anywhere">{text.signature}</p>
      </article>
    </Card>
  )
}

function Placeholders({ template: { placeholders, required }, text }: TemplateFormProps) {
  const t = useTexts('mails')
  return (
    <Card title={t('edit.placeholders')}>
      <p className="mb-4 text-sm text-muted">{t('edit.placeholdersText')}</p>
      <dl className="grid gap-2.5">
        {placeholders.map((name) => (
          <div key={name} className="flex flex-wrap items-baseline gap-x-3">
            <dt>
              <code>{`{{${name}}}`}</code>
            </dt>
            <dd className="min-w-0 text-sm text-muted wrap-anywhere">{text.samples[name]}</dd>
            {required.includes(name) && (
              <dd>
                <Badge tone="accent">{t('edit.required')}</Badge>
              </dd>
            )}
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** Button that restores the original texts after a question. */
function Reset({ template: { name, variant }, text }: TemplateFormProps) {
  const t = useTexts('mails')
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, failure, run } = useSaving()
  async function reset() {
    const query = { variant: variant ?? '', language: text.language }
    await api('DELETE /Mails/templates/:name', { params: { name }, query })
    toastOnNextPage(t('edit.wasReset'))
    location.reload()
  }
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{t('edit.reset')}</Button>
      <Confirm
        open={isAsking}
        question={t('edit.resetQuestion')}
        detail={t('edit.resetDetail')}
        problem={failure?.message}
        action={t('edit.reset')}
        isDangerous
        isBusy={isBusy}
        onConfirm={() => void run(reset)}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}

function Form({ template, text }: TemplateFormProps) {
  const t = useTexts('mails')
  const { name, variant } = template
  const ofLanguage = ({ texts }: EditableTemplate) => texts.find(({ language }) => language === text.language) ?? text
  const [stored, setStored] = useState(text)
  const form = useDraft<Wording, Text>({
    stored: text,
    draftOf: ({ subject, text: words }) => ({ subject, text: words }),
    save: async (draft, { language, lastChange }) => {
      const body = { ...draft, variant: variant ?? '', language, lastChange }
      return ofLanguage(await api('PUT /Mails/templates/:name', { params: { name }, body }))
    },
    reload: async () =>
      ofLanguage(await api('GET /Mails/templates/:name', { params: { name }, query: { variant: variant ?? '' } })),
    onSaved: (saved) => {
      setStored(saved)
      toast(t('edit.saved'))
    },
  })
  const labelOf = (field: string) => t(`edit.${field}`)
  const { text: typed } = draftFields<Wording>(form, labelOf)
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <DraftForm form={form} labelOf={labelOf}>
        <Card>
          <div className="grid gap-5">
            <Field {...typed('subject')} maxLength={150} required />
            <TextArea {...typed('text')} limit={5000} rows={14} required />
            {stored.lastChange && (
              <div>
                <Reset template={template} text={stored} />
              </div>
            )}
          </div>
        </Card>
      </DraftForm>
      <div className="grid gap-6">
        <Preview wording={form.draft} text={text} />
        <Placeholders template={template} text={text} />
      </div>
    </div>
  )
}

/**
 * Editor of a mail template in one language: texts, placeholders and preview, with optimistic locking. A save is
 * reported by a toast. A changed template can be reset to the original texts after a question.
 */
export const TemplateForm = island(Form)
