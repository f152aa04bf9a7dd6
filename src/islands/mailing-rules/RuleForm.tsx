import { useState } from 'react'
import type { MailingRule, RuleFields } from '#api/office/mailing-rules/contract.ts'
import { listRulePlaceholders } from '#api/office/mailing-rules/rules.ts'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { DraftForm } from '../editing/DraftForm.tsx'
import { useDraft } from '../editing/use-draft.ts'
import { TextFields } from '../mailings/MailingFields.tsx'
import { Card } from '../ui/Card.tsx'
import type { ComboboxItem } from '../ui/Combobox.tsx'
import { toast, toastOnNextPage } from '../ui/toast.ts'
import { RemoveRule } from './RemoveRule.tsx'
import { RulePreview } from './RulePreview.tsx'
import { ScheduleFields } from './ScheduleFields.tsx'

/** A rule that the form edits; without an id the initial values of a new one. */
export interface EditedRule extends RuleFields {
  id: number | null
  lastChange: Date | null
}

interface RuleFormProps {
  rule: EditedRule
  /** The education of the rule with its title. */
  educations: ComboboxItem[]
}

const toFields = ({ name, trigger, days, audience, educationId, subject, text, active }: EditedRule): RuleFields => ({
  name,
  trigger,
  days,
  audience,
  educationId,
  subject,
  text,
  active,
})

async function findRule(id: number | null, removedText: string): Promise<MailingRule> {
  const rule = (await api('GET /MailingRules')).find((one) => one.id === id)
  if (!rule) throw new Error(removedText)
  return rule
}

const hasSameSchedule = (one: RuleFields, other: RuleFields): boolean =>
  (['trigger', 'days', 'audience', 'educationId'] as const).every((field) => one[field] === other[field])

function useRule(rule: EditedRule) {
  const t = useTexts('mailing-rules')
  const [create] = useState(() =>
    withIdempotencyKey((body: RuleFields, idempotencyKey) => api('POST /MailingRules', { body }, { idempotencyKey })),
  )
  return useDraft<RuleFields, EditedRule>({
    stored: rule,
    draftOf: toFields,
    save: (fields, { id, lastChange }) =>
      id === null ? create(fields) : api('PUT /MailingRules/:id', { params: { id }, body: { ...fields, lastChange } }),
    reload: () => findRule(rule.id, t('gone')),
    onSaved() {
      if (rule.id !== null) return toast(t('saved'))
      toastOnNextPage(t('created'))
      location.assign('/outbox/rules')
    },
  })
}

function Form({ rule, educations }: RuleFormProps) {
  const t = useTexts('mailing-rules')
  const form = useRule(rule)
  const fields = { draft: form.draft, change: form.change, errorOf: form.errorOf }
  const textOf = (field: string, value: unknown) => {
    if (field === 'trigger' || field === 'audience') return t(`${field}.${String(value)}`)
    if (field === 'educationId' && value !== null)
      return educations.find(({ id }) => id === value)?.label ?? t('otherEducation')
    return typeof value === 'boolean' ? t(value ? 'on' : 'off') : String(value ?? t('anyEducation'))
  }
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <DraftForm
        form={form}
        labelOf={(field) => t(field)}
        textOf={textOf}
        saveLabel={rule.id === null ? t('create') : undefined}
      >
        <Card>
          <div className="grid gap-5">
            <ScheduleFields form={fields} educations={educations} />
          </div>
        </Card>
        <Card>
          <div className="grid gap-5">
            <TextFields form={fields} placeholders={listRulePlaceholders(form.draft.trigger)} />
          </div>
        </Card>
      </DraftForm>
      <div className="grid gap-6">
        <RulePreview
          ruleId={rule.id}
          fields={form.draft}
          isRunning={form.base.active && hasSameSchedule(form.draft, form.base)}
        />
        {rule.id !== null && <RemoveRule id={rule.id} name={rule.name} />}
      </div>
    </div>
  )
}

/**
 * Form of a new or stored rule, with a preview of its recipients and optimistic locking. A new one leads to the list of
 * rules; a stored one stays, with a toast, and can be removed.
 */
export const RuleForm = island(Form)
