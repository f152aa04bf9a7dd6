import type { ManagedOccasion } from '#api/catalogue/occasions/management/contract.ts'
import type { MeetingProviderName } from '#api/catalogue/occasions/meetings/rules.ts'
import { useTexts } from '../client/texts.tsx'
import { draftFields } from '../editing/draft-fields.ts'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import { MeetingStatus } from './MeetingStatus.tsx'
import type { OccasionFieldsProps } from './OccasionFields.tsx'

export interface MeetingChoice {
  /** Services that the portal can create meetings in; without any there is a link only. */
  providers: readonly MeetingProviderName[]
  /** The occasion as it is stored. */
  stored: ManagedOccasion
}

/**
 * Fields for the online meeting of an occasion: one that the portal creates in a service when it is saved, or a link of
 * the organiser's own.
 */
export function MeetingFields(props: OccasionFieldsProps & MeetingChoice) {
  const { draft, change, errorOf, stored } = props
  const t = useTexts('occasions')
  const { text } = draftFields(props, t)
  const { meetingProvider } = draft
  const names = props.providers.map((name) => ({ value: name as string, label: t(`meeting.choose.${name}`) }))
  // A service that is no longer configured stays the choice until another is made.
  const isKnown = meetingProvider === null || names.some(({ value }) => value === meetingProvider)
  const options = isKnown
    ? names
    : [...names, { value: meetingProvider as string, label: t(`meeting.choose.${meetingProvider}`) }]
  function choose(value: string) {
    const chosen = props.providers.find((name) => name === value) ?? null
    // A link of the portal's meeting ends with it.
    const isOwn = meetingProvider === null
    change({ meetingProvider: chosen, ...(!isOwn && { onlineUrl: '' }) })
  }
  return (
    <>
      {options.length > 0 && (
        <Select
          name="meetingProvider"
          label={t('meetingProvider')}
          error={errorOf('meetingProvider')}
          hint={meetingProvider ? t('meeting.chosenHint') : undefined}
          placeholder={t('meeting.choose.none')}
          options={options}
          value={meetingProvider ?? ''}
          onChange={({ target }) => choose(target.value)}
        />
      )}
      {meetingProvider === null && (
        <Field {...text('onlineUrl')} hint={t('onlineUrlHint')} maxLength={500} inputMode="url" />
      )}
      {stored.id > 0 && stored.meeting && (
        <div className="sm:col-span-2">
          <MeetingStatus key={stored.lastChange.getTime()} occasion={stored} />
        </div>
      )}
    </>
  )
}
