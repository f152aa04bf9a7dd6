import { Plus, Trash2 } from '@lucide/icons'
import { creditUnits, renewalWays } from '#api/participation/licenses/renewal/rules.ts'
import { useTexts } from '../client/texts.tsx'
import { draftFields } from '../editing/draft-fields.ts'
import { SearchMany } from '../editing/SearchMany.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Select } from '../ui/Select.tsx'
import type { FieldsProps } from './LicenseFields.tsx'
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
  const fields = { draft: category, change: set, errorOf: () => undefined }
  const { text, chosen } = draftFields<CategoryDraft>(fields, (field) => t(`category.${field}`), `category-${at}-`)
  return (
    <fieldset className="grid gap-4 rounded-card border border-line p-4">
      <legend className="px-1 font-semibold">{t('category', { number })}</legend>
      <div className="flex items-start gap-4">
        <div className="grid flex-1 gap-4 sm:grid-cols-[1fr_8rem_8rem]">
          <Field {...text('name')} maxLength={100} />
          <Field {...text('minimum')} inputMode="decimal" />
          <Field {...text('cap')} inputMode="decimal" />
        </div>
        <IconButton
          label={t('category.remove', { number })}
          icon={<Icon of={Trash2} size={18} />}
          onClick={() => change({ categories: draft.categories.filter((_, place) => place !== at) })}
        />
      </div>
      <SearchMany
        kind="educations"
        {...chosen('educationIds')}
        label={t('category.educations')}
        known={choices.educations}
      />
    </fieldset>
  )
}

function CreditFields(props: FieldsProps) {
  const { draft, change, errorOf } = props
  const t = useTexts('licenses')
  const { text, choice } = draftFields(props, t)
  const units = creditUnits.map((value) => ({ value, label: t(`unit.${value}`) }))
  return (
    <div className="grid gap-4">
      <div className="grid gap-6 sm:grid-cols-2">
        <Select {...choice('unit', units)} />
        <Field {...text('total')} inputMode="decimal" />
      </div>
      {errorOf('categories') && <p className="text-sm font-medium text-danger-ink">{errorOf('categories')}</p>}
      {draft.categories.map((category, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: reported activities refer to a category by its place.
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

function RepeatField(props: FieldsProps) {
  const t = useTexts('licenses')
  const { chosen } = draftFields(props, t)
  return <SearchMany kind="educations" {...chosen('renewalEducationIds')} known={props.choices.educations} />
}

/**
 * Fields for the renewal of a licence and for the time after its last day. Those of educations, credits and automatic
 * renewal appear only for the ways of renewal that have them. They change the draft only.
 */
export function RenewalFields(props: FieldsProps) {
  const { draft } = props
  const t = useTexts('licenses')
  const { text, tick, choice } = draftFields(props, t)
  const ways = renewalWays.map((value) => ({ value, label: t(`by.${value}`) }))
  return (
    <Card title={t('renewal')}>
      <div className="grid gap-6">
        <Select {...choice('by', ways)} />
        {draft.by === 'educations' && <RepeatField {...props} />}
        {draft.by === 'credits' && <CreditFields {...props} />}
        {(draft.by === 'educations' || draft.by === 'credits') && <Checkbox {...tick('automatic')} />}
        <div className="grid gap-6 sm:grid-cols-2">
          <Field {...text('opensMonths')} inputMode="numeric" />
          <Field {...text('graceDays')} inputMode="numeric" />
          <Field {...text('lateMonths')} hint={t('lateMonthsHint')} inputMode="numeric" />
          <Field {...text('dormantMonths')} hint={t('dormantMonthsHint')} inputMode="numeric" />
        </div>
      </div>
    </Card>
  )
}
