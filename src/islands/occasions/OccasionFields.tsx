import { Plus, Trash2 } from '@lucide/icons'
import { portalZone } from '#api/zone.ts'
import { useTexts } from '../client/texts.tsx'
import { type DraftFields, draftFields } from '../editing/draft-fields.ts'
import { SearchMany } from '../editing/SearchMany.tsx'
import { FeeTotal } from '../educations/FeeTotal.tsx'
import { PaymentMethods } from '../educations/management/PaymentMethods.tsx'
import { OrganizationField } from '../organizations/OrganizationField.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import type { ComboboxItem } from '../ui/Combobox.tsx'
import { DatePicker } from '../ui/DatePicker.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { RichText } from '../ui/RichText.tsx'
import { hasDate, type OccasionDraft, type Session } from './occasion-draft.ts'

export type OccasionFieldsProps = DraftFields<OccasionDraft>

type DateName = 'startDate' | 'endDate' | 'lastSignUpDate' | 'lastCancelDate'

function Sessions({ draft, change, errorOf }: OccasionFieldsProps) {
  const t = useTexts('occasions')
  const { sessions } = draft
  const replace = (at: number, session: Session) => change({ sessions: sessions.with(at, session) })
  /** Name of a day in a refusal: its index among the days that are sent. */
  const nameOf = (at: number) => `sessions.${sessions.slice(0, at).filter(hasDate).length}`
  const moment = (at: number, which: 'start' | 'end') => {
    const session = sessions[at]
    const sent = session && hasDate(session)
    return {
      name: sent ? `${nameOf(at)}.${which}` : `session-${at}-${which}`,
      value: session?.[which] ?? null,
      error: sent ? errorOf(`${nameOf(at)}.${which}`) : undefined,
      withTime: true,
      zone: portalZone,
    }
  }
  return (
    <div className="grid gap-4 sm:col-span-2">
      {sessions.map((session, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: days are identified by their place in the draft.
        <div key={at} className="grid items-start gap-4 sm:grid-cols-[1fr_1fr_auto]">
          <DatePicker
            {...moment(at, 'start')}
            label={t('session.start', { day: at + 1 })}
            onChange={(start) => replace(at, { ...session, start })}
          />
          <DatePicker
            {...moment(at, 'end')}
            label={t('session.end')}
            onChange={(end) => replace(at, { ...session, end })}
          />
          <IconButton
            label={t('session.remove', { day: at + 1 })}
            icon={<Icon of={Trash2} size={18} />}
            className="sm:mt-7.5"
            onClick={() => change({ sessions: sessions.toSpliced(at, 1) })}
          />
        </div>
      ))}
      <Button
        className="justify-self-start"
        icon={<Icon of={Plus} size={18} />}
        onClick={() =>
          change({
            sessions:
              sessions.length > 0
                ? [...sessions, { start: null, end: null }]
                : [
                    { start: draft.startDate, end: draft.endDate },
                    { start: null, end: null },
                  ],
          })
        }
      >
        {t('session.add')}
      </Button>
    </div>
  )
}

/** Fields for the times of an occasion, its sessions, and the last days to sign up and to cancel. */
export function WhenFields(props: OccasionFieldsProps) {
  const t = useTexts('occasions')
  const { value } = draftFields(props, t)
  const date = (name: DateName) => ({
    ...value(name),
    // The last day of sign-up or cancellation lasts to its end, so it has no time.
    withTime: name === 'startDate' || name === 'endDate',
    zone: portalZone,
  })
  return (
    <Card title={t('when')}>
      <div className="grid gap-6 sm:grid-cols-2">
        {props.draft.sessions.length === 0 && (
          <>
            <DatePicker {...date('startDate')} required />
            <DatePicker {...date('endDate')} required />
          </>
        )}
        <Sessions {...props} />
        <DatePicker {...date('lastSignUpDate')} hint={t('lastSignUpDateHint')} />
        <DatePicker {...date('lastCancelDate')} hint={t('lastCancelDateHint')} />
      </div>
    </Card>
  )
}

/** Fields for the place of an occasion and its meeting link. */
export function WhereFields(props: OccasionFieldsProps) {
  const t = useTexts('occasions')
  const { text } = draftFields(props, t)
  return (
    <Card title={t('where')}>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field {...text('city')} required maxLength={100} />
        <Field {...text('venue')} maxLength={200} />
        <Field {...text('address')} maxLength={300} />
        <Field {...text('onlineUrl')} hint={t('onlineUrlHint')} maxLength={500} inputMode="url" />
      </div>
    </Card>
  )
}

/** Title and fee of an education that the occasion is given for. */
export interface PricedEducation {
  id: number
  title: string
  fee: number
}

/** Fields for the sign-up to an occasion: seats, fee, approval and payment methods, with what a participant pays in all. */
export function SignUpFields(props: OccasionFieldsProps & { educations: readonly PricedEducation[] }) {
  const { draft, change, educations } = props
  const t = useTexts('occasions')
  const { text, tick } = draftFields(props, t)
  return (
    <Card title={t('signUp')}>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field {...text('maxParticipants')} hint={t('maxParticipantsHint')} inputMode="numeric" />
        <Field {...text('fee')} hint={t('feeHint')} inputMode="decimal" />
        <div className="grid content-start gap-3">
          <Checkbox {...tick('needsApproval')} />
          <Checkbox {...tick('blockedForExternalUsers')} />
        </div>
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
        <PaymentMethods chosen={draft.paymentMethods} onChange={(paymentMethods) => change({ paymentMethods })} />
      </div>
    </Card>
  )
}

/** Names of the people and organisations that are already chosen. */
interface People {
  people: ComboboxItem[]
  organizations: ComboboxItem[]
}

/** Fields for the title, organiser, responsible educators and description of an occasion. */
export function AboutFields(props: OccasionFieldsProps & People) {
  const { people, organizations } = props
  const t = useTexts('occasions')
  const { text, value, chosen } = draftFields(props, t)
  return (
    <Card title={t('about')}>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field {...text('title')} hint={t('titleHint')} maxLength={200} />
        <OrganizationField {...value('organizerOrganizationId')} known={organizations} />
        <SearchMany kind="people" {...chosen('responsibleIds')} known={people} />
        <div className="sm:col-span-2">
          <RichText {...value('description')} />
        </div>
      </div>
    </Card>
  )
}
