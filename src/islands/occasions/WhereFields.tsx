import type { Place } from '#api/catalogue/occasions/planning/contract.ts'
import { useTexts } from '../client/texts.tsx'
import { draftFields } from '../editing/draft-fields.ts'
import { Card } from '../ui/Card.tsx'
import { Field } from '../ui/Field.tsx'
import { type MeetingChoice, MeetingFields } from './MeetingFields.tsx'
import type { OccasionFieldsProps } from './OccasionFields.tsx'
import { findPlace, listCities, listVenues } from './places.ts'

interface SuggestionsProps {
  id: string
  texts: readonly string[]
}

/** Suggestions of a text field. */
const Suggestions = ({ id, texts }: SuggestionsProps) => (
  <datalist id={id}>
    {texts.map((text) => (
      <option key={text} value={text} />
    ))}
  </datalist>
)

/**
 * Fields for the place of an occasion, with those of earlier ones as suggestions, and its online meeting. A known venue
 * fills in the city and the street address where they are empty.
 */
export function WhereFields(props: OccasionFieldsProps & MeetingChoice & { places: readonly Place[] }) {
  const { draft, change, places } = props
  const t = useTexts('occasions')
  const { text } = draftFields(props, t)
  function chooseVenue(venue: string) {
    const known = findPlace(places, { city: draft.city, venue })
    change({ venue, city: draft.city || (known?.city ?? ''), address: draft.address || (known?.address ?? '') })
  }
  return (
    <Card title={t('where')}>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field {...text('city')} required maxLength={100} list="known-cities" autoComplete="off" />
        <Field
          {...text('venue')}
          maxLength={200}
          list="known-venues"
          autoComplete="off"
          onChange={({ target }) => chooseVenue(target.value)}
        />
        <Field {...text('address')} maxLength={300} />
        <MeetingFields {...props} />
      </div>
      <Suggestions id="known-cities" texts={listCities(places)} />
      <Suggestions id="known-venues" texts={listVenues(places, draft.city)} />
    </Card>
  )
}
