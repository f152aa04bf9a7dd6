import { useTexts } from '../../client/texts.tsx'
import { FoundMany } from '../../editing/FoundMany.tsx'
import { type DraftFields, useDraftFields } from '../../editing/use-draft-fields.ts'
import { OrganizationField } from '../../organizations/OrganizationField.tsx'
import { Card } from '../../ui/Card.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { ManyChoice } from '../../ui/ManyChoice.tsx'
import { PictureField } from '../../ui/PictureField.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import type { EducationChoices, EducationDraft } from './education-draft.ts'
import { PaymentMethods } from './PaymentMethods.tsx'

export interface FieldsProps extends DraftFields<EducationDraft> {
  choices: EducationChoices
}

export function AboutFields(props: FieldsProps & { pictureUrl: string | null }) {
  const { draft, change, errorOf, pictureUrl } = props
  const t = useTexts('management')
  const { text } = useDraftFields('management', props)
  return (
    <Card title={t('about')}>
      <div className="grid gap-6">
        <div className="grid gap-6 sm:grid-cols-[1fr_12rem]">
          <Field {...text('title')} required maxLength={200} />
          <Field {...text('code')} maxLength={30} />
        </div>
        <TextArea {...text('shortDescription')} hint={t('shortDescriptionHint')} limit={500} rows={2} />
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
  const { text } = useDraftFields('management', props)
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
          <Field {...text('targetGroup')} maxLength={500} />
        )}
      </div>
    </Card>
  )
}

export function PeopleFields({ draft, choices, change, errorOf }: FieldsProps) {
  const t = useTexts('management')
  return (
    <Card title={t('people')}>
      <div className="grid gap-6 md:grid-cols-2">
        <FoundMany
          kind="people"
          name="responsibleIds"
          label={t('responsibleIds')}
          hint={t('responsibleIdsHint')}
          error={errorOf('responsibleIds')}
          known={choices.people}
          chosen={draft.responsibleIds}
          onChange={(responsibleIds) => change({ responsibleIds })}
        />
        <FoundMany
          kind="people"
          name="contactUserId"
          label={t('contactUserId')}
          error={errorOf('contactUserId')}
          known={choices.people}
          chosen={draft.contactUserId === null ? [] : [draft.contactUserId]}
          onChange={(ids) => change({ contactUserId: ids.at(-1) ?? null })}
        />
        <OrganizationField
          name="organizerOrganizationId"
          label={t('organizerOrganizationId')}
          error={errorOf('organizerOrganizationId')}
          known={choices.organizations}
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
  const { text } = useDraftFields('management', props)
  return (
    <Card title={t('cost')}>
      <div className="grid gap-6 sm:grid-cols-3">
        <Field {...text('fee')} hint={t('feeHint')} inputMode="decimal" />
        <Select
          name="vatRate"
          label={t('vatRate')}
          hint={t('vatRateHint')}
          error={errorOf('vatRate')}
          options={[0, 6, 12, 25].map((value) => ({ value, label: `${value} %` }))}
          value={draft.vatRate}
          onChange={(event) => change({ vatRate: Number(event.target.value) })}
        />
        <PaymentMethods chosen={draft.paymentMethods} onChange={(paymentMethods) => change({ paymentMethods })} />
      </div>
    </Card>
  )
}

export function DemandFields(props: FieldsProps) {
  const { draft, choices, change, errorOf } = props
  const t = useTexts('management')
  const { text, tick } = useDraftFields('management', props)
  return (
    <Card title={t('demands')}>
      <div className="grid gap-6 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <FoundMany
            kind="educations"
            name="prerequisiteEducationIds"
            label={t('prerequisiteEducationIds')}
            error={errorOf('prerequisiteEducationIds')}
            known={choices.educations}
            chosen={draft.prerequisiteEducationIds}
            onChange={(prerequisiteEducationIds) => change({ prerequisiteEducationIds })}
          />
        </div>
        <Field {...text('minAge')} inputMode="numeric" />
        <Field {...text('guardianRequiredUnderAge')} hint={t('guardianRequiredUnderAgeHint')} inputMode="numeric" />
        <div className="sm:col-span-2">
          <Checkbox {...tick('blockedForExternalUsers')} />
        </div>
      </div>
    </Card>
  )
}

export function CertificateFields(props: FieldsProps) {
  const { draft, change, errorOf } = props
  const t = useTexts('management')
  const { text } = useDraftFields('management', props)
  return (
    <Card title={t('certificate')}>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field {...text('hours')} hint={t('hoursHint')} inputMode="decimal" />
        <Field {...text('validityMonths')} hint={t('validityMonthsHint')} inputMode="numeric" />
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
