import { portalZone } from '#api/zone.ts'
import { useTexts } from '../client/texts.tsx'
import { type DraftFields, draftFields } from '../editing/draft-fields.ts'
import { SearchMany } from '../editing/SearchMany.tsx'
import { SearchOne } from '../editing/SearchOne.tsx'
import { Card } from '../ui/Card.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import type { ComboboxItem } from '../ui/Combobox.tsx'
import { DatePicker } from '../ui/DatePicker.tsx'
import { Field } from '../ui/Field.tsx'
import { RichText } from '../ui/RichText.tsx'
import type { ExamDraft } from './exam-draft.ts'

export type ExamFieldsProps = DraftFields<ExamDraft>

/** Fields for the times, last day of sign-up and place of an exam, in Swedish time. They change the draft only. */
export function WhenAndWhere(props: ExamFieldsProps) {
  const t = useTexts('exams')
  const { text, value } = draftFields(props, t)
  const date = (name: 'startDate' | 'endDate' | 'lastSignUpDate') => ({
    ...value(name),
    withTime: name !== 'lastSignUpDate',
    zone: portalZone,
  })
  return (
    <>
      <Card title={t('when')}>
        <div className="grid gap-6 sm:grid-cols-2">
          <DatePicker {...date('startDate')} required />
          <DatePicker {...date('endDate')} required />
          <DatePicker {...date('lastSignUpDate')} hint={t('lastSignUpDateHint')} />
        </div>
      </Card>
      <Card title={t('where')}>
        <div className="grid gap-6 sm:grid-cols-2">
          <Field {...text('city')} required maxLength={100} />
          <Field {...text('venue')} maxLength={200} />
          <Field {...text('address')} maxLength={300} />
        </div>
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
    <Card title={t('examinerId')}>
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
  const { text, tick, value } = draftFields(props, (field) => t(field === 'title' ? 'ownTitle' : field))
  return (
    <>
      <Card title={t('signUp')}>
        <div className="grid gap-6 sm:grid-cols-2">
          <Field {...text('maxParticipants')} hint={t('maxParticipantsHint')} inputMode="numeric" />
          <Field {...text('fee')} hint={t('feeHint')} inputMode="decimal" />
          <Field {...text('guardianAge')} hint={t('guardianAgeHint')} inputMode="numeric" />
          <div className="self-end pb-2">
            <Checkbox {...tick('blockedForExternalUsers')} />
          </div>
        </div>
      </Card>
      <Card title={t('about')}>
        <div className="grid gap-6">
          <Field {...text('title')} hint={t('titleHint')} maxLength={200} />
          <RichText {...value('description')} />
        </div>
      </Card>
    </>
  )
}
