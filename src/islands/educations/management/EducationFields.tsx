import { useTexts } from '../../texts.tsx'
import { Card } from '../../ui/Card.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { Field } from '../../ui/Field.tsx'
import { ManyChoice } from '../../ui/ManyChoice.tsx'
import { PictureField } from '../../ui/PictureField.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import type { EducationChoices, EducationDraft } from './education-draft.ts'
import { useFoundItems } from './found-items.ts'

export interface FieldsProps {
  draft: EducationDraft
  choices: EducationChoices
  change: (fields: Partial<EducationDraft>) => void
  errorOf: (field: string) => string | undefined
}

type TextName = { [K in keyof EducationDraft]: EducationDraft[K] extends string ? K : never }[keyof EducationDraft]

/** What every plain field of the form has in common. */
function useFieldOf({ draft, change, errorOf }: FieldsProps) {
  const t = useTexts('management')
  return (name: TextName) => ({
    name,
    label: t(name),
    error: errorOf(name),
    value: draft[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
}

export function AboutFields(props: FieldsProps & { pictureUrl: string | null }) {
  const { draft, change, errorOf, pictureUrl } = props
  const t = useTexts('management')
  const field = useFieldOf(props)
  return (
    <Card title={t('about')}>
      <div className="grid gap-6">
        <div className="grid gap-6 sm:grid-cols-[1fr_12rem]">
          <Field {...field('title')} required maxLength={200} />
          <Field {...field('code')} maxLength={30} />
        </div>
        <TextArea {...field('shortDescription')} hint={t('shortDescriptionHint')} limit={500} rows={2} />
        <RichText
          name="description"
          label={t('description')}
          error={errorOf('description')}
          value={draft.description}
          onChange={(description) => change({ description })}
        />
        <PictureField
          name="file"
          label={t('picture')}
          hint={t('pictureHint')}
          error={errorOf('file')}
          stored={pictureUrl}
          value={draft.picture}
          onChange={(picture) => change({ picture })}
          aspect={16 / 9}
        />
      </div>
    </Card>
  )
}

export function BelongingFields(props: FieldsProps) {
  const { draft, choices, change, errorOf } = props
  const t = useTexts('management')
  const field = useFieldOf(props)
  const several = (
    name: 'educationCategoryIds' | 'educationRoleIds' | 'targetGroupRoleIds',
    items: typeof choices.roles,
  ) => ({
    name,
    label: t(name),
    error: errorOf(name),
    items,
    chosen: items.filter(({ id }) => draft[name].includes(id)),
    onChange: (chosen: readonly { id: number }[]) => change({ [name]: chosen.map(({ id }) => id) }),
  })
  return (
    <Card title={t('belonging')}>
      <div className="grid gap-6 md:grid-cols-2">
        <ManyChoice {...several('educationCategoryIds', choices.categories)} required />
        <ManyChoice {...several('educationRoleIds', choices.roles)} hint={t('educationRoleIdsHint')} />
        {choices.hasTargetRoles ? (
          <ManyChoice {...several('targetGroupRoleIds', choices.roles)} />
        ) : (
          <Field {...field('targetGroup')} maxLength={500} />
        )}
      </div>
    </Card>
  )
}

export function PeopleFields({ draft, choices, change, errorOf }: FieldsProps) {
  const t = useTexts('management')
  const responsible = useFoundItems('people', choices.people)
  const contact = useFoundItems('people', choices.people)
  return (
    <Card title={t('people')}>
      <div className="grid gap-6 md:grid-cols-2">
        <ManyChoice
          name="responsibleIds"
          label={t('responsibleIds')}
          hint={t('responsibleIdsHint')}
          error={errorOf('responsibleIds')}
          items={responsible.items}
          onSearch={responsible.search}
          chosen={responsible.named(draft.responsibleIds)}
          onChange={(chosen) => change({ responsibleIds: chosen.map(({ id }) => id) })}
        />
        <ManyChoice
          name="contactUserId"
          label={t('contactUserId')}
          error={errorOf('contactUserId')}
          items={contact.items}
          onSearch={contact.search}
          chosen={draft.contactUserId === null ? [] : contact.named([draft.contactUserId])}
          onChange={(chosen) => change({ contactUserId: chosen.at(-1)?.id ?? null })}
        />
        <Combobox
          name="organizerOrganizationId"
          label={t('organizerOrganizationId')}
          error={errorOf('organizerOrganizationId')}
          items={choices.organizations}
          value={draft.organizerOrganizationId}
          onChange={(organizerOrganizationId) => change({ organizerOrganizationId })}
        />
      </div>
    </Card>
  )
}

export function CostFields(props: FieldsProps) {
  const { draft, change, errorOf } = props
  const t = useTexts('management')
  const field = useFieldOf(props)
  const pays = (method: 0 | 1) => ({
    name: `paymentMethods-${method}`,
    label: t(`paymentMethod.${method}`),
    checked: draft.paymentMethods.includes(method),
    onChange: (event: { target: { checked: boolean } }) => {
      const others = draft.paymentMethods.filter((one) => one !== method)
      change({ paymentMethods: event.target.checked ? [...others, method].sort() : others })
    },
  })
  return (
    <Card title={t('cost')}>
      <div className="grid gap-6 sm:grid-cols-3">
        <Field {...field('fee')} hint={t('feeHint')} inputMode="decimal" />
        <Select
          name="vatRate"
          label={t('vatRate')}
          hint={t('vatRateHint')}
          error={errorOf('vatRate')}
          options={[0, 6, 12, 25].map((value) => ({ value, label: `${value} %` }))}
          value={draft.vatRate}
          onChange={(event) => change({ vatRate: Number(event.target.value) })}
        />
        <fieldset className="grid content-start gap-3">
          <legend className="mb-1.5 font-semibold">{t('paymentMethods')}</legend>
          <Checkbox {...pays(0)} />
          <Checkbox {...pays(1)} />
        </fieldset>
      </div>
    </Card>
  )
}

export function DemandFields(props: FieldsProps) {
  const { draft, choices, change, errorOf } = props
  const t = useTexts('management')
  const field = useFieldOf(props)
  const first = useFoundItems('educations', choices.educations)
  return (
    <Card title={t('demands')}>
      <div className="grid gap-6 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <ManyChoice
            name="prerequisiteEducationIds"
            label={t('prerequisiteEducationIds')}
            error={errorOf('prerequisiteEducationIds')}
            items={first.items}
            onSearch={first.search}
            chosen={first.named(draft.prerequisiteEducationIds)}
            onChange={(chosen) => change({ prerequisiteEducationIds: chosen.map(({ id }) => id) })}
          />
        </div>
        <Field {...field('minAge')} inputMode="numeric" />
        <Field {...field('guardianRequiredUnderAge')} hint={t('guardianRequiredUnderAgeHint')} inputMode="numeric" />
        <div className="sm:col-span-2">
          <Checkbox
            name="blockedForExternalUsers"
            label={t('blockedForExternalUsers')}
            checked={draft.blockedForExternalUsers}
            onChange={(event) => change({ blockedForExternalUsers: event.target.checked })}
          />
        </div>
      </div>
    </Card>
  )
}

export function CertificateFields(props: FieldsProps) {
  const { draft, change, errorOf } = props
  const t = useTexts('management')
  const field = useFieldOf(props)
  return (
    <Card title={t('certificate')}>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field {...field('hours')} hint={t('hoursHint')} inputMode="decimal" />
        <Field {...field('validityMonths')} hint={t('validityMonthsHint')} inputMode="numeric" />
        <div className="sm:col-span-2">
          <RichText
            name="certificateText"
            label={t('certificateText')}
            hint={t('certificateTextHint')}
            error={errorOf('certificateText')}
            value={draft.certificateText}
            onChange={(certificateText) => change({ certificateText })}
          />
        </div>
      </div>
    </Card>
  )
}
