import { useLanguage, useTexts } from '../../client/texts.tsx'
import { type DraftFields, draftFields } from '../../editing/draft-fields.ts'
import { toSection } from '../../editing/form-section.ts'
import { listFilled } from '../../editing/list-filled.ts'
import { SearchMany } from '../../editing/SearchMany.tsx'
import { OrganizationField } from '../../organizations/OrganizationField.tsx'
import { Card } from '../../ui/Card.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { FieldFold } from '../../ui/FieldFold.tsx'
import { MultiCombobox } from '../../ui/MultiCombobox.tsx'
import { PictureField } from '../../ui/PictureField.tsx'
import { toPictureUrl } from '../../ui/picture-sources.ts'
import { RichText } from '../../ui/RichText.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { PartTotals } from '../PartTotals.tsx'
import type { EducationChoices, EducationDraft } from './education-draft.ts'
import { PaymentMethods } from './PaymentMethods.tsx'

export interface FieldsProps extends DraftFields<EducationDraft> {
  choices: EducationChoices
}

/**
 * Fields for the title, code, descriptions and picture of an education. They change the draft only; `pictureUrl` is the
 * stored picture.
 */
export function AboutFields(props: FieldsProps & { pictureUrl: string | null }) {
  const t = useTexts('management')
  const { text, value } = draftFields(props, t)
  return (
    <Card {...toSection('about', t)}>
      <div className="grid gap-6">
        <div className="grid gap-6 sm:grid-cols-[1fr_12rem]">
          <Field {...text('title')} required maxLength={200} />
          <Field {...text('code')} maxLength={30} />
        </div>
        <TextArea {...text('shortDescription')} hint={t('shortDescriptionHint')} limit={500} rows={2} />
        <RichText {...value('description')} />
        <PictureField
          {...value('picture')}
          name="file"
          hint={t('pictureHint')}
          error={props.errorOf('file')}
          stored={props.pictureUrl && toPictureUrl(props.pictureUrl, 640)}
          aspect={16 / 9}
        />
      </div>
    </Card>
  )
}

/**
 * Fields for the categories, roles and target group of an education. The target group is a choice of roles where the
 * portal has them, otherwise free text.
 */
export function ClassificationFields(props: FieldsProps) {
  const { draft, choices, change, errorOf } = props
  const t = useTexts('management')
  const { text } = draftFields(props, t)
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
    <Card {...toSection('belonging', t)}>
      <div className="grid gap-6 md:grid-cols-2">
        <MultiCombobox {...several('educationCategoryIds', choices.categories)} hint={t('educationCategoryIdsHint')} />
        <MultiCombobox {...several('educationRoleIds', choices.roles)} hint={t('educationRoleIdsHint')} />
        {choices.hasTargetRoles ? (
          <MultiCombobox {...several('targetGroupRoleIds', choices.roles)} />
        ) : (
          <Field {...text('targetGroup')} maxLength={500} />
        )}
      </div>
    </Card>
  )
}

/**
 * Fields for the responsible educators, the contact person and the organising organisation of an education. A second
 * contact person replaces the first. They change the draft only.
 */
export function PeopleFields(props: FieldsProps) {
  const { draft, choices, change, errorOf } = props
  const t = useTexts('management')
  const { value, chosen } = draftFields(props, t)
  return (
    <Card {...toSection('people', t)}>
      <div className="grid gap-6 md:grid-cols-2">
        <SearchMany
          kind="educators"
          {...chosen('responsibleIds')}
          hint={t('responsibleIdsHint')}
          known={choices.people}
        />
        <SearchMany
          kind="people"
          name="contactUserId"
          label={t('contactUserId')}
          error={errorOf('contactUserId')}
          known={choices.people}
          chosen={draft.contactUserId === null ? [] : [draft.contactUserId]}
          onChange={(ids) => change({ contactUserId: ids.at(-1) ?? null })}
        />
        <OrganizationField {...value('organizerOrganizationId')} known={choices.organizations} />
      </div>
    </Card>
  )
}

/**
 * Fields for the fee, the VAT rate (0, 6, 12 or 25 per cent) and the payment methods of an education. Card and invoice
 * can both be chosen, also where the portal takes no cards. They change the draft only.
 */
export function CostFields(props: FieldsProps) {
  const t = useTexts('management')
  const { text, choice } = draftFields(props, t)
  const rates = [0, 6, 12, 25].map((value) => ({ value, label: `${value} %` }))
  return (
    <Card {...toSection('cost', t)}>
      <div className="grid gap-6 sm:grid-cols-3">
        <Field {...text('fee')} hint={t('feeHint')} inputMode="decimal" />
        <Select {...choice('vatRate', rates)} hint={t('vatRateHint')} />
        <PaymentMethods
          chosen={props.draft.paymentMethods}
          onChange={(paymentMethods) => props.change({ paymentMethods })}
        />
        <PartTotals typed={props.draft.fee} parts={props.choices.pricedParts} />
      </div>
    </Card>
  )
}

const rareDemands = ['guardianRequiredUnderAge', 'blockedForExternalUsers', 'inPublicCatalogue'] as const

/**
 * Fields for the requirements that a learner must meet before signing up, and for showing the education in the public
 * catalogue. They are prerequisite educations, ages, the age under which a guardian is required, and whether external
 * people are barred. They change the draft only.
 */
export function RequirementFields(props: FieldsProps) {
  const { choices } = props
  const t = useTexts('management')
  const language = useLanguage()
  const { text, tick, chosen } = draftFields(props, t)
  const filled = listFilled({ draft: props.draft, names: rareDemands, labelOf: t, language })
  return (
    <Card {...toSection('demands', t)}>
      <div className="grid gap-6 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <SearchMany kind="educations" {...chosen('prerequisiteEducationIds')} known={choices.educations} />
        </div>
        <Field {...text('minAge')} inputMode="numeric" />
        <Field {...text('maxAge')} hint={t('maxAgeHint')} inputMode="numeric" />
        <FieldFold title={t('moreDemands')} filled={filled}>
          <div className="grid gap-6 sm:grid-cols-2">
            <Field {...text('guardianRequiredUnderAge')} hint={t('guardianRequiredUnderAgeHint')} inputMode="numeric" />
            <div className="grid content-start gap-3">
              <Checkbox {...tick('blockedForExternalUsers')} />
              <Checkbox {...tick('inPublicCatalogue')} hint={t('inPublicCatalogueHint')} />
            </div>
          </div>
        </FieldFold>
      </div>
    </Card>
  )
}

/** Fields for the hours, the months of validity and the text of the certificate. They change the draft only. */
export function CertificateFields(props: FieldsProps) {
  const t = useTexts('management')
  const language = useLanguage()
  const { text, value } = draftFields(props, t)
  const filled = listFilled({ draft: props.draft, names: ['certificateText'], labelOf: t, language })
  return (
    <Card {...toSection('certificate', t)}>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field {...text('hours')} hint={t('hoursHint')} inputMode="decimal" />
        <Field {...text('validityMonths')} hint={t('validityMonthsHint')} inputMode="numeric" />
        <FieldFold title={t('moreCertificate')} filled={filled}>
          <RichText {...value('certificateText')} hint={t('certificateTextHint')} />
        </FieldFold>
      </div>
    </Card>
  )
}
