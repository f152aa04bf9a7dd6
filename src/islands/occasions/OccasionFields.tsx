import { useLanguage, useTexts } from '../client/texts.tsx'
import { type DraftFields, draftFields } from '../editing/draft-fields.ts'
import { toSection } from '../editing/form-section.ts'
import { listFilled } from '../editing/list-filled.ts'
import { SearchMany } from '../editing/SearchMany.tsx'
import { FeeTotal } from '../educations/FeeTotal.tsx'
import { PaymentMethods } from '../educations/management/PaymentMethods.tsx'
import { OrganizationField } from '../organizations/OrganizationField.tsx'
import { Card } from '../ui/Card.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import type { ComboboxItem } from '../ui/Combobox.tsx'
import { Field } from '../ui/Field.tsx'
import { FieldFold } from '../ui/FieldFold.tsx'
import { RichText } from '../ui/RichText.tsx'
import type { OccasionDraft } from './occasion-draft.ts'

export type OccasionFieldsProps = DraftFields<OccasionDraft>

/** Title and fee of an education that the occasion is given for. */
export interface PricedEducation {
  id: number
  title: string
  fee: number
}

/**
 * Fields for the sign-up to an occasion: seats, fee, approval, external people and payment methods. Below the fee they
 * say what a participant pays in all, with the fee of each education. They change the draft only.
 */
export function SignUpFields(props: OccasionFieldsProps & { educations: readonly PricedEducation[] }) {
  const { draft, change, educations } = props
  const t = useTexts('occasions')
  const tManagement = useTexts('management')
  const language = useLanguage()
  const { text, tick } = draftFields(props, t)
  const filled = [
    ...listFilled({ draft, names: ['needsApproval', 'blockedForExternalUsers'], labelOf: t, language }),
    ...draft.paymentMethods.map((method) => tManagement(`paymentMethod.${method}`)),
  ]
  return (
    <Card {...toSection('signUp', t)}>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field {...text('maxParticipants')} hint={t('maxParticipantsHint')} inputMode="numeric" />
        <Field {...text('fee')} hint={t('feeHint')} inputMode="decimal" />
        <div className="grid content-start gap-2 sm:col-span-2">
          {educations.map(({ id, title, fee }) => (
            <FeeTotal
              key={id}
              educationFee={fee}
              typed={draft.fee}
              noun="occasions"
              textKey={educations.length > 1 ? 'feeTotalOf' : 'feeTotal'}
              title={title}
            />
          ))}
        </div>
        <FieldFold title={t('moreSignUp')} filled={filled}>
          <div className="grid gap-6 sm:grid-cols-2">
            <div className="grid content-start gap-3">
              <Checkbox {...tick('needsApproval')} />
              <Checkbox {...tick('blockedForExternalUsers')} />
            </div>
            <PaymentMethods chosen={draft.paymentMethods} onChange={(paymentMethods) => change({ paymentMethods })} />
          </div>
        </FieldFold>
      </div>
    </Card>
  )
}

/** Names of the people and organisations that are already chosen. */
interface People {
  people: ComboboxItem[]
  organizations: ComboboxItem[]
}

/**
 * Fields for the title, organiser, responsible educators and description of an occasion. They change the draft only;
 * `people` and `organizations` name those that are chosen already.
 */
export function AboutFields(props: OccasionFieldsProps & People) {
  const { people, organizations } = props
  const t = useTexts('occasions')
  const language = useLanguage()
  const { text, value, chosen } = draftFields(props, t)
  const filled = listFilled({
    draft: props.draft,
    names: ['title', 'organizerOrganizationId', 'description'],
    labelOf: t,
    language,
  })
  return (
    <Card {...toSection('about', t)}>
      <div className="grid gap-6 sm:grid-cols-2">
        <SearchMany
          kind="responsiblePeople"
          narrower={{ educationPartId: props.draft.educationPartId }}
          {...chosen('responsibleIds')}
          hint={t('responsibleIdsHint')}
          known={people}
        />
        <FieldFold title={t('moreAbout')} filled={filled}>
          <div className="grid gap-6 sm:grid-cols-2">
            <Field {...text('title')} hint={t('titleHint')} maxLength={200} />
            <OrganizationField {...value('organizerOrganizationId')} known={organizations} />
            <div className="sm:col-span-2">
              <RichText {...value('description')} />
            </div>
          </div>
        </FieldFold>
      </div>
    </Card>
  )
}
