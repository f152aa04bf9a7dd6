import { completionRules } from '#api/catalogue/education-parts/contract.ts'
import { useTexts } from '../client/texts.tsx'
import { type DraftFields, draftFields } from '../editing/draft-fields.ts'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import type { PartDraft } from './part-draft.ts'

/**
 * Fields for the rule that completes a digital part, and for its lowest score (per cent; empty for none). They change
 * the draft only.
 */
export function CompletionFields(form: DraftFields<PartDraft>) {
  const t = useTexts('management')
  const { text, choice } = draftFields(form, t, 'part-')
  const rules = completionRules.map((value) => ({ value, label: t(`completionRule.${value}`) }))
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Select {...choice('completionRule', rules)} hint={t(`completionRuleHint.${form.draft.completionRule}`)} />
      <Field {...text('minimumScore')} hint={t('minimumScoreHint')} inputMode="numeric" />
    </div>
  )
}
