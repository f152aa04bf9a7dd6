import type { RuleFields } from '#api/office/mailing-rules/contract.ts'
import {
  hasDays,
  listAudiences,
  maxDays,
  minDays,
  type RuleTrigger,
  ruleTriggers,
} from '#api/office/mailing-rules/rules.ts'
import { useTexts } from '../client/texts.tsx'
import { type DraftFields, draftFields } from '../editing/draft-fields.ts'
import { SearchOne } from '../editing/SearchOne.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import type { ComboboxItem } from '../ui/Combobox.tsx'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'

interface ScheduleFieldsProps {
  form: DraftFields<RuleFields>
  educations: readonly ComboboxItem[]
}

/** Returns the changes that a new trigger needs: its first audience, no days at once, and no education for licences. */
function toTrigger(draft: RuleFields, trigger: RuleTrigger): Partial<RuleFields> {
  const audiences = listAudiences(trigger)
  const [first = draft.audience] = audiences
  return {
    trigger,
    audience: audiences.includes(draft.audience) ? draft.audience : first,
    days: hasDays(trigger) ? Math.max(draft.days, minDays(trigger)) : 0,
    educationId: trigger === 'beforeLicenseEnd' ? null : draft.educationId,
  }
}

/**
 * Fields for the name, trigger, days, audience, education and state of a rule, as far as its trigger has them. A new
 * trigger changes the audience, the days and the education where they do not fit it. The draft alone changes.
 * `educations` has the name of the chosen education.
 */
export function ScheduleFields({ form, educations }: ScheduleFieldsProps) {
  const t = useTexts('mailing-rules')
  const { draft, change, errorOf } = form
  const { text, tick, choice, value } = draftFields<RuleFields>(form, (field) => t(field))
  return (
    <>
      <Field {...text('name')} maxLength={100} required />
      <div className="grid gap-5 sm:grid-cols-[1fr_8rem]">
        <Select
          name="trigger"
          label={t('trigger')}
          value={draft.trigger}
          error={errorOf('trigger')}
          options={ruleTriggers.map((trigger) => ({ value: trigger, label: t(`trigger.${trigger}`) }))}
          onChange={({ target }) => {
            const trigger = ruleTriggers.find((one) => one === target.value)
            if (trigger) change(toTrigger(draft, trigger))
          }}
        />
        {hasDays(draft.trigger) && (
          <Field
            name="days"
            type="number"
            inputMode="numeric"
            min={minDays(draft.trigger)}
            max={maxDays}
            label={t('days')}
            error={errorOf('days')}
            value={String(draft.days)}
            onChange={({ target }) => change({ days: Math.trunc(Number(target.value)) || 0 })}
          />
        )}
      </div>
      <Select
        {...choice(
          'audience',
          listAudiences(draft.trigger).map((audience) => ({ value: audience, label: t(`audience.${audience}`) })),
        )}
      />
      {draft.trigger !== 'beforeLicenseEnd' && (
        <SearchOne
          {...value('educationId')}
          kind="educations"
          known={educations}
          hint={t('educationHint')}
          placeholder={t('anyEducation')}
        />
      )}
      <Checkbox {...tick('active')} hint={t('activeHint')} />
    </>
  )
}
