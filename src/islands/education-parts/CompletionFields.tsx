import { type CompletionRule, completionRules } from '#api/catalogue/education-parts/contract.ts'
import { useTexts } from '../client/texts.tsx'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import type { PartDraft } from './part-draft.ts'

interface CompletionFieldsProps {
  draft: PartDraft
  change: (change: Partial<PartDraft>) => void
  errorOf: (field: string) => string | undefined
}

/** What a digital part asks of its course before it is completed. */
export function CompletionFields({ draft, change, errorOf }: CompletionFieldsProps) {
  const t = useTexts('management')
  const rules: { value: CompletionRule; label: string }[] = completionRules.map((value) => ({
    value,
    label: t(`completionRule.${value}`),
  }))
  const choose = (value: string) => {
    const rule = rules.find((one) => one.value === value)
    if (rule) change({ completionRule: rule.value })
  }
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Select
        name="part-completionRule"
        label={t('completionRule')}
        hint={t(`completionRuleHint.${draft.completionRule}`)}
        options={rules}
        value={draft.completionRule}
        onChange={(event) => choose(event.target.value)}
      />
      <Field
        name="part-minimumScore"
        label={t('minimumScore')}
        hint={t('minimumScoreHint')}
        error={errorOf('minimumScore')}
        inputMode="numeric"
        value={draft.minimumScore}
        onChange={(event) => change({ minimumScore: event.target.value })}
      />
    </div>
  )
}
