import type { Webhook } from '#api/office/webhooks/contract.ts'
import { type WebhookEventType, webhookEventTypes } from '#api/office/webhooks/rules.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { draftFields } from '../editing/draft-fields.ts'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useForm } from '../editing/use-form.ts'
import { proven } from '../second-factors/proven.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Field } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'
import type { AccountSecret } from './SecretDialog.tsx'

/** Values of the form; without an id a new webhook. */
export interface WebhookDraft extends Pick<Webhook, 'description' | 'url' | 'eventTypes' | 'active'> {
  id?: number
  lastChange?: Date
}

/** Draft of a new webhook. */
export const newWebhook: WebhookDraft = { description: '', url: 'https://', eventTypes: [], active: true }

async function save({ id, lastChange, active, ...body }: WebhookDraft): Promise<AccountSecret | null> {
  if (id === undefined) {
    const created = await proven(() => api('POST /Webhooks', { body }))
    return { id: created.id, name: created.description, password: created.secret }
  }
  const edit = { ...body, active, lastChange: lastChange ?? null }
  await proven(() => api('PUT /Webhooks/:id', { params: { id }, body: edit }))
  return null
}

interface WebhookDialogProps {
  start: WebhookDraft
  onDone: (secret: AccountSecret | null) => Promise<void>
  onClose: () => void
}

/**
 * Dialog that creates a webhook, or edits it when `start` has an id, and saves it; an edit is reported by a toast.
 * `start` is read once. The save asks for a proof of identity when the last one is not recent.
 *
 * `onDone` follows with id, description and secret of a new webhook, null for an edited one, and must close the dialog;
 * when it rejects, its error is shown. `onClose` is called on cancel only.
 */
export function WebhookDialog({ start, onDone, onClose }: WebhookDialogProps) {
  const t = useTexts('configuration')
  const form = useForm(start)
  const { draft, change, isBusy, failure, run } = form
  const labelOf = (name: string) => t(`webhooks.${name}`)
  const { text, tick } = draftFields(form, labelOf)
  const isNew = start.id === undefined
  const choose = (type: WebhookEventType, isChosen: boolean) =>
    change({
      eventTypes: webhookEventTypes.filter((one) => (one === type ? isChosen : draft.eventTypes.includes(one))),
    })
  const submit = () =>
    run(async () => {
      const secret = await save(draft)
      if (!secret) toast(t('saved'))
      await onDone(secret)
    })
  return (
    <FormDialog
      title={isNew ? t('webhooks.add') : start.description}
      verb={t(isNew ? 'webhooks.create' : 'save')}
      labelOf={labelOf}
      onSave={() => void submit()}
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
    >
      <Field {...text('description')} required maxLength={100} />
      <Field {...text('url')} type="url" hint={t('webhooks.urlHint')} required maxLength={500} />
      <fieldset>
        <legend className="mb-1.5 font-semibold">{t('webhooks.eventTypes')}</legend>
        <div className="grid gap-3 sm:grid-cols-2">
          {webhookEventTypes.map((type) => (
            <Checkbox
              key={type}
              name={type}
              label={t(`webhooks.event.${type}`)}
              checked={draft.eventTypes.includes(type)}
              onChange={({ target }) => choose(type, target.checked)}
            />
          ))}
        </div>
      </fieldset>
      {!isNew && <Checkbox {...tick('active')} hint={t('webhooks.activeHint')} />}
    </FormDialog>
  )
}
