import type { Place } from '#api/catalogue/occasions/planning/contract.ts'
import { portalZone } from '#api/zone.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { type DraftFields, draftFields } from '../editing/draft-fields.ts'
import { toSection } from '../editing/form-section.ts'
import { listFilled } from '../editing/list-filled.ts'
import { SearchMany } from '../editing/SearchMany.tsx'
import { SearchOne } from '../editing/SearchOne.tsx'
import { PlaceSuggestions } from '../occasions/PlaceSuggestions.tsx'
import { withVenue } from '../occasions/places.ts'
import { Card } from '../ui/Card.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import type { ComboboxItem } from '../ui/Combobox.tsx'
import { DatePicker } from '../ui/DatePicker.tsx'
import { Field } from '../ui/Field.tsx'
import { FieldFold } from '../ui/FieldFold.tsx'
import { RichText } from '../ui/RichText.tsx'
import type { ExamDraft } from './exam-draft.ts'

export type ExamFieldsProps = DraftFields<ExamDraft>

/**
 * Fields for the times, last day of sign-up and place of an exam, in Swedish time, with the places of earlier occasions
 * as suggestions. They change the draft only.
 */
export function WhenAndWhere(props: ExamFieldsProps & { places: readonly Place[] }) {
  const { places } = props
  const t = useTexts('exams')
  const { text, value } = draftFields(props, t)
  const date = (name: 'startDate' | 'endDate' | 'lastSignUpDate') => ({
    ...value(name),
    hasTime: name !== 'lastSignUpDate',
    zone: portalZone,
  })
  return (
    <>
      <Card {...toSection('when', t)}>
        <div className="grid gap-6 sm:grid-cols-2">
          <DatePicker {...date('startDate')} required />
          <DatePicker {...date('endDate')} required />
          <DatePicker {...date('lastSignUpDate')} hint={t('lastSignUpDateHint')} />
        </div>
      </Card>
      <Card {...toSection('where', t)}>
        <div className="grid gap-6 sm:grid-cols-2">
          <Field {...text('city')} required maxLength={100} list="known-cities" autoComplete="off" />
          <Field
            {...text('venue')}
            maxLength={200}
            list="known-venues"
            autoComplete="off"
            onChange={({ target }) => props.change(withVenue(places, props.draft, target.value))}
          />
          <Field {...text('address')} maxLength={300} />
        </div>
        <PlaceSuggestions places={places} city={props.draft.city} />
      </Card>
    </>
  )
}

/**
 * Fields for the examiner and the responsible educators of an exam, each searched among those who may examine the part.
 * `people` has the names of the chosen ones.
 */
export function Examiners(props: ExamFieldsProps & { people: readonly ComboboxItem[] }) {
  const t = useTexts('exams')
  const { value, chosen } = draftFields(props, t)
  const { educationId, educationPartId } = props.draft
  const examiners = {
    kind: 'examiners',
    narrower: { place: { educationId, educationPartId } },
    known: props.people,
  } as const
  return (
    <Card {...toSection('examinerId', t)}>
      <div className="grid gap-6 sm:grid-cols-2">
        <SearchOne {...examiners} {...value('examinerId')} hint={t('examinerIdHint')} required />
        <SearchMany {...examiners} {...chosen('responsibleIds')} hint={t('responsibleIdsHint')} />
      </div>
    </Card>
  )
}

/**
 * Fields for the sign-up to an exam: seats, fee, guardian age, whether external people may sign up, title and
 * description. They change the draft only.
 */
export function SignUpRules(props: ExamFieldsProps) {
  const t = useTexts('exams')
  const language = useLanguage()
  const labelOf = (field: string) => t(field === 'title' ? 'ownTitle' : field)
  const { text, tick, value } = draftFields(props, labelOf)
  const listSet = (names: (keyof ExamDraft)[]) => listFilled({ draft: props.draft, names, labelOf, language })
  return (
    <>
      <Card {...toSection('signUp', t)}>
        <div className="grid gap-6 sm:grid-cols-2">
          <Field {...text('maxParticipants')} hint={t('maxParticipantsHint')} inputMode="numeric" />
          <Field {...text('fee')} hint={t('feeHint')} inputMode="decimal" />
          <FieldFold title={t('moreSignUp')} filled={listSet(['guardianAge', 'blockedForExternalUsers'])}>
            <div className="grid gap-6 sm:grid-cols-2">
              <Field {...text('guardianAge')} hint={t('guardianAgeHint')} inputMode="numeric" />
              <div className="self-start sm:pt-9">
                <Checkbox {...tick('blockedForExternalUsers')} />
              </div>
            </div>
          </FieldFold>
        </div>
      </Card>
      <Card id={toSection('about', t).id}>
        <FieldFold title={t('about')} filled={listSet(['title', 'description'])} isSection>
          <div className="grid gap-6">
            <Field {...text('title')} hint={t('titleHint')} maxLength={200} />
            <RichText {...value('description')} />
          </div>
        </FieldFold>
      </Card>
    </>
  )
}
