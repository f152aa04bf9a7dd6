import { useTexts } from '../client/texts.tsx'
import { FoundMany } from '../editing/FoundMany.tsx'
import { Card } from '../ui/Card.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Combobox, type ComboboxItem } from '../ui/Combobox.tsx'
import { Field } from '../ui/Field.tsx'
import { ManyChoice } from '../ui/ManyChoice.tsx'
import { RichText } from '../ui/RichText.tsx'
import { Select } from '../ui/Select.tsx'
import type { LicenseDraft } from './license-draft.ts'

export interface LicenseChoices {
  categories: ComboboxItem[]
  licenses: ComboboxItem[]
  otherRequirements: ComboboxItem[]
  /** The names of those chosen already. */
  educations: ComboboxItem[]
}

export interface FieldsProps {
  draft: LicenseDraft
  choices: LicenseChoices
  change: (fields: Partial<LicenseDraft>) => void
  errorOf: (field: string) => string | undefined
}

type TextName = { [K in keyof LicenseDraft]: LicenseDraft[K] extends string ? K : never }[keyof LicenseDraft]

/** What every plain field has in common. */
export function useFieldOf({ draft, change, errorOf }: FieldsProps) {
  const t = useTexts('licenses')
  return (name: TextName) => ({
    name,
    label: t(name),
    error: errorOf(name),
    value: draft[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
}

export function AboutFields(props: FieldsProps) {
  const { draft, choices, change, errorOf } = props
  const t = useTexts('licenses')
  const field = useFieldOf(props)
  return (
    <Card title={t('about')}>
      <div className="grid gap-6">
        <div className="grid gap-6 sm:grid-cols-[1fr_10rem]">
          <Field {...field('name')} required maxLength={200} />
          <Field {...field('code')} maxLength={30} />
        </div>
        <RichText
          name="description"
          label={t('description')}
          error={errorOf('description')}
          value={draft.description}
          onChange={(description) => change({ description })}
        />
        <div className="grid gap-6 sm:grid-cols-[1fr_10rem]">
          <Combobox
            name="educationCategoryId"
            label={t('educationCategoryId')}
            error={errorOf('educationCategoryId')}
            items={choices.categories}
            value={draft.educationCategoryId}
            onChange={(educationCategoryId) => change({ educationCategoryId })}
          />
          <Field {...field('order')} inputMode="numeric" />
        </div>
        <Checkbox
          name="active"
          label={t('active')}
          checked={draft.active}
          onChange={(event) => change({ active: event.target.checked })}
        />
        <Checkbox
          name="autoIssue"
          label={t('autoIssue')}
          checked={draft.autoIssue}
          onChange={(event) => change({ autoIssue: event.target.checked })}
        />
      </div>
    </Card>
  )
}

interface ReferencesProps {
  /** Stands before the names of the fields, where the form has the same more than once. */
  prefix: string
  value: { educationIds: number[]; licenseIds: number[]; otherRequirementIds: number[] }
  onChange: (value: Partial<ReferencesProps['value']>) => void
  choices: LicenseChoices
}

const idsOf = (chosen: readonly ComboboxItem[]) => chosen.map(({ id }) => id)

/** Educations, licences and other requirements that are asked for. */
export function References({ prefix, value, onChange, choices }: ReferencesProps) {
  const t = useTexts('licenses')
  const among = (items: ComboboxItem[], ids: number[]) => items.filter(({ id }) => ids.includes(id))
  return (
    <div className="grid gap-6 md:grid-cols-3">
      <FoundMany
        kind="educations"
        name={`${prefix}EducationIds`}
        label={t('requiredEducationIds')}
        known={choices.educations}
        chosen={value.educationIds}
        onChange={(educationIds) => onChange({ educationIds })}
      />
      <ManyChoice
        name={`${prefix}LicenseIds`}
        label={t('requiredLicenseIds')}
        items={choices.licenses}
        chosen={among(choices.licenses, value.licenseIds)}
        onChange={(chosen) => onChange({ licenseIds: idsOf(chosen) })}
      />
      <ManyChoice
        name={`${prefix}OtherRequirementIds`}
        label={t('otherRequirementIds')}
        items={choices.otherRequirements}
        chosen={among(choices.otherRequirements, value.otherRequirementIds)}
        onChange={(chosen) => onChange({ otherRequirementIds: idsOf(chosen) })}
      />
    </div>
  )
}

export function ValidityFields(props: FieldsProps) {
  const { draft, change, errorOf } = props
  const t = useTexts('licenses')
  const field = useFieldOf(props)
  return (
    <Card title={t('validity')}>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field {...field('validityMonths')} hint={t('validityMonthsHint')} inputMode="numeric" />
        <Select
          name="validToRule"
          label={t('validToRule')}
          error={errorOf('validToRule')}
          value={draft.validToRule}
          onChange={(event) => change({ validToRule: Number(event.target.value) as 0 | 1 | 2 })}
          options={[0, 1, 2].map((value) => ({ value, label: t(`validToRule.${value}`) }))}
        />
      </div>
    </Card>
  )
}
