import { Pencil, Plus } from '@lucide/icons'
import { useState } from 'react'
import type { OtherRequirement } from '#api/participation/other-requirements/contract.ts'
import { formatMonths } from '#locales/durations.ts'
import { parseNumberInput } from '../client/amount-input.ts'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { draftFields } from '../editing/draft-fields.ts'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useForm } from '../editing/use-form.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { TextArea } from '../ui/TextArea.tsx'

interface Draft {
  name: string
  description: string
  /** As typed; empty for no end. */
  validityMonths: string
  documentRequired: boolean
  active: boolean
}

const draftOf = (one: OtherRequirement | null): Draft => ({
  name: one?.name ?? '',
  description: one?.description ?? '',
  validityMonths: one?.validityMonths ? String(one.validityMonths) : '',
  documentRequired: one?.documentRequired ?? false,
  active: one?.active ?? true,
})

const inputOf = ({ validityMonths, description, ...draft }: Draft) => ({
  ...draft,
  description: description || null,
  validityMonths: parseNumberInput(validityMonths),
})

const create = withIdempotencyKey((body: ReturnType<typeof inputOf>, idempotencyKey) =>
  api('POST /OtherRequirement', { body }, { idempotencyKey }),
)

interface EditorProps {
  requirement: OtherRequirement | null
  onSaved: (saved: OtherRequirement) => void
  onClose: () => void
}

const words: Record<string, string> = {
  validityMonths: 'requirements.months',
  documentRequired: 'requirements.document',
}

function Editor({ requirement, onSaved, onClose }: EditorProps) {
  const t = useTexts('licenses')
  const form = useForm(draftOf(requirement))
  const { draft, isBusy, failure, run } = form
  const { text, tick } = draftFields(form, (field) => t(words[field] ?? field))
  const save = () =>
    run(async () => {
      const input = inputOf(draft)
      onSaved(
        requirement
          ? await api('PUT /OtherRequirement', { body: { ...input, id: requirement.id } })
          : await create(input),
      )
    })
  return (
    <FormDialog
      title={requirement?.name ?? t('requirements.new')}
      verb={t(requirement ? 'save' : 'requirements.create')}
      labelOf={(field) => t(words[field] ?? field)}
      onSave={() => void save()}
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
    >
      <Field {...text('name')} maxLength={200} />
      <TextArea {...text('description')} limit={2000} rows={3} />
      <Field {...text('validityMonths')} hint={t('validityMonthsHint')} inputMode="numeric" />
      <Checkbox {...tick('documentRequired')} />
      <Checkbox {...tick('active')} />
    </FormDialog>
  )
}

function Manager({ requirements: stored }: { requirements: readonly OtherRequirement[] }) {
  const t = useTexts('licenses')
  const [requirements, setRequirements] = useState([...stored])
  const [edited, setEdited] = useState<OtherRequirement | 'new' | null>(null)
  const saved = (one: OtherRequirement) => {
    setRequirements((now) =>
      [...now.filter(({ id }) => id !== one.id), one].sort((a, b) => a.name.localeCompare(b.name, 'sv')),
    )
    setEdited(null)
  }
  return (
    <div className="grid gap-4 justify-items-start">
      <Button tone="primary" icon={<Icon of={Plus} size={18} />} onClick={() => setEdited('new')}>
        {t('requirements.new')}
      </Button>
      {requirements.length === 0 && <EmptyState title={t('requirements.none')} />}
      <ul className="grid w-full gap-2">
        {requirements.map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap items-start justify-between gap-3 rounded-card border border-line bg-surface p-4"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                {one.name}
                {!one.active && <Badge>{t('inactive')}</Badge>}
              </p>
              {one.description && <p className="text-sm text-muted">{one.description}</p>}
              {one.validityMonths && (
                <p className="text-sm text-muted">{t('rule.valid', { span: formatMonths(one.validityMonths, t) })}</p>
              )}
            </div>
            <Button size="small" icon={<Icon of={Pencil} size={16} />} onClick={() => setEdited(one)}>
              {t('edit.requirement')}
              <span className="sr-only">: {one.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      {edited && (
        <Editor requirement={edited === 'new' ? null : edited} onSaved={saved} onClose={() => setEdited(null)} />
      )}
    </div>
  )
}

/**
 * Editor of the requirements that are neither education, licence nor age. They are added and edited in a dialog, listed
 * by name after a change and never removed, only made inactive; a refusal is shown.
 */
export const OtherRequirements = island(Manager)
