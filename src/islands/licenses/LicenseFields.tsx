import { useTexts } from '../client/texts.tsx'
import { type DraftFields, draftFields } from '../editing/draft-fields.ts'
import { SearchMany } from '../editing/SearchMany.tsx'
import { Card } from '../ui/Card.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Combobox, type ComboboxItem } from '../ui/Combobox.tsx'
import { Field } from '../ui/Field.tsx'
import { MultiCombobox } from '../ui/MultiCombobox.tsx'
import { RichText } from '../ui/RichText.tsx'
import { Select } from '../ui/Select.tsx'
import type { LicenseDraft } from './license-draft.ts'

export interface LicenseChoices {
  categories: ComboboxItem[]
  licenses: ComboboxItem[]
  otherRequirements: ComboboxItem[]
  /** Names of the educations that are already chosen. */
  educations: ComboboxItem[]
}

export interface FieldsProps extends DraftFields<LicenseDraft> {
  choices: LicenseChoices
}

/**
 * Fields for the name, code, description, category and order of a licence. Checkboxes set whether it is active, and
 * issued when all requirements are met.
 */
export function AboutFields(props: FieldsProps) {
  const t = useTexts('licenses')
  const { text, tick, value } = draftFields(props, t)
  return (
    <Card title={t('about')}>
      <div className="grid gap-6">
        <div className="grid gap-6 sm:grid-cols-[1fr_10rem]">
          <Field {...text('name')} required maxLength={200} />
          <Field {...text('code')} maxLength={30} />
        </div>
        <RichText {...value('description')} />
        <div className="grid gap-6 sm:grid-cols-[1fr_10rem]">
          <Combobox {...value('educationCategoryId')} items={props.choices.categories} />
          <Field {...text('order')} inputMode="numeric" />
        </div>
        <Checkbox {...tick('active')} />
        <Checkbox {...tick('autoIssue')} />
      </div>
    </Card>
  )
}

interface ReferencesProps {
  /** Prefix for the names of fields that the form has more than once. */
  prefix: string
  value: { educationIds: number[]; licenseIds: number[]; otherRequirementIds: number[] }
  onChange: (value: Partial<ReferencesProps['value']>) => void
  choices: LicenseChoices
}

const idsOf = (chosen: readonly ComboboxItem[]) => chosen.map(({ id }) => id)

/**
 * Fields for required educations, licences and other requirements. `onChange` receives the changed list alone, under
 * its name. `prefix` stands before the names of the fields.
 */
export function References({ prefix, value, onChange, choices }: ReferencesProps) {
  const t = useTexts('licenses')
  const among = (items: ComboboxItem[], ids: number[]) => items.filter(({ id }) => ids.includes(id))
  return (
    <div className="grid gap-6 md:grid-cols-3">
      <SearchMany
        kind="educations"
        name={`${prefix}EducationIds`}
        label={t('requiredEducationIds')}
        known={choices.educations}
        chosen={value.educationIds}
        onChange={(educationIds) => onChange({ educationIds })}
      />
      <MultiCombobox
        name={`${prefix}LicenseIds`}
        label={t('requiredLicenseIds')}
        items={choices.licenses}
        chosen={among(choices.licenses, value.licenseIds)}
        onChange={(chosen) => onChange({ licenseIds: idsOf(chosen) })}
      />
      <MultiCombobox
        name={`${prefix}OtherRequirementIds`}
        label={t('otherRequirementIds')}
        items={choices.otherRequirements}
        chosen={among(choices.otherRequirements, value.otherRequirementIds)}
        onChange={(chosen) => onChange({ otherRequirementIds: idsOf(chosen) })}
      />
    </div>
  )
}

/**
 * Fields for how long a licence is valid: a number of months, and the rule for its last day. They change the draft
 * only.
 */
export function ValidityFields(props: FieldsProps) {
  const t = useTexts('licenses')
  const { text, choice } = draftFields(props, t)
  const rules = ([0, 1, 2] as const).map((value) => ({ value, label: t(`validToRule.${value}`) }))
  return (
    <Card title={t('validity')}>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field {...text('validityMonths')} hint={t('validityMonthsHint')} inputMode="numeric" />
        <Select {...choice('validToRule', rules)} />
      </div>
    </Card>
  )
}
