import { Plus, Trash2 } from '@lucide/icons'
import {
  type CreditUnit,
  creditUnits,
  type RenewalWay,
  renewalWays,
} from '#api/participation/licenses/renewal/rules.ts'
import { useTexts } from '../client/texts.tsx'
import { FoundMany } from '../editing/FoundMany.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Select } from '../ui/Select.tsx'
import { type FieldsProps, useFieldOf } from './LicenseFields.tsx'
import { type CategoryDraft, emptyCategory } from './license-draft.ts'

interface CategoryProps extends FieldsProps {
  category: CategoryDraft
  at: number
}

function Category({ category, at, draft, change, choices }: CategoryProps) {
  const t = useTexts('licenses')
  const number = at + 1
  const set = (fields: Partial<CategoryDraft>) =>
    change({ categories: draft.categories.map((one, place) => (place === at ? { ...one, ...fields } : one)) })
  const field = (name: 'name' | 'minimum' | 'cap') => ({
    name: `category-${at}-${name}`,
    label: t(`category.${name}`),
    value: category[name],
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  })
  return (
    <fieldset className="grid gap-4 rounded-card border border-line p-4">
      <legend className="px-1 font-semibold">{t('category', { number })}</legend>
      <div className="flex items-start gap-4">
        <div className="grid flex-1 gap-4 sm:grid-cols-[1fr_8rem_8rem]">
          <Field {...field('name')} maxLength={100} />
          <Field {...field('minimum')} inputMode="decimal" />
          <Field {...field('cap')} inputMode="decimal" />
        </div>
        <IconButton
          label={t('category.remove', { number })}
          icon={<Icon of={Trash2} size={18} />}
          onClick={() => change({ categories: draft.categories.filter((_, place) => place !== at) })}
        />
      </div>
      <FoundMany
        kind="educations"
        name={`category-${at}-educationIds`}
        label={t('category.educations')}
        known={choices.educations}
        chosen={category.educationIds}
        onChange={(educationIds) => set({ educationIds })}
      />
    </fieldset>
  )
}

function CreditFields(props: FieldsProps) {
  const { draft, change, errorOf } = props
  const t = useTexts('licenses')
  const field = useFieldOf(props)
  return (
    <div className="grid gap-4">
      <div className="grid gap-6 sm:grid-cols-2">
        <Select
          name="unit"
          label={t('unit')}
          value={draft.unit}
          onChange={(event) => change({ unit: event.target.value as CreditUnit })}
          options={creditUnits.map((value) => ({ value, label: t(`unit.${value}`) }))}
        />
        <Field {...field('total')} inputMode="decimal" />
      </div>
      {errorOf('categories') && <p className="text-sm font-medium text-danger-ink">{errorOf('categories')}</p>}
      {draft.categories.map((category, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: its place is what reported activities know a category by.
        <Category key={at} category={category} at={at} {...props} />
      ))}
      <Button
        className="justify-self-start"
        size="small"
        icon={<Icon of={Plus} size={16} />}
        onClick={() => change({ categories: [...draft.categories, emptyCategory] })}
      >
        {t('category.add')}
      </Button>
    </div>
  )
}

function RepeatField({ draft, choices, change, errorOf }: FieldsProps) {
  const t = useTexts('licenses')
  return (
    <FoundMany
      kind="educations"
      name="renewalEducationIds"
      label={t('renewalEducationIds')}
      error={errorOf('renewalEducationIds')}
      known={choices.educations}
      chosen={draft.renewalEducationIds}
      onChange={(renewalEducationIds) => change({ renewalEducationIds })}
    />
  )
}

/** How the licence is renewed, and what follows upon its last day. */
export function RenewalFields(props: FieldsProps) {
  const { draft, change } = props
  const t = useTexts('licenses')
  const field = useFieldOf(props)
  return (
    <Card title={t('renewal')}>
      <div className="grid gap-6">
        <Select
          name="by"
          label={t('by')}
          value={draft.by}
          onChange={(event) => change({ by: event.target.value as RenewalWay })}
          options={renewalWays.map((value) => ({ value, label: t(`by.${value}`) }))}
        />
        {draft.by === 'educations' && <RepeatField {...props} />}
        {draft.by === 'credits' && <CreditFields {...props} />}
        {(draft.by === 'educations' || draft.by === 'credits') && (
          <Checkbox
            name="automatic"
            label={t('automatic')}
            checked={draft.automatic}
            onChange={(event) => change({ automatic: event.target.checked })}
          />
        )}
        <div className="grid gap-6 sm:grid-cols-2">
          <Field {...field('opensMonths')} inputMode="numeric" />
          <Field {...field('graceDays')} inputMode="numeric" />
          <Field {...field('lateMonths')} hint={t('lateMonthsHint')} inputMode="numeric" />
          <Field {...field('dormantMonths')} hint={t('dormantMonthsHint')} inputMode="numeric" />
        </div>
      </div>
    </Card>
  )
}
