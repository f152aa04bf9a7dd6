import type { Place } from '#api/catalogue/occasions/planning/contract.ts'
import { useTexts } from '../client/texts.tsx'
import { draftFields } from '../editing/draft-fields.ts'
import { toSection } from '../editing/form-section.ts'
import { Card } from '../ui/Card.tsx'
import { Field } from '../ui/Field.tsx'
import { type MeetingChoice, MeetingFields } from './MeetingFields.tsx'
import type { OccasionFieldsProps } from './OccasionFields.tsx'
import { PlaceSuggestions } from './PlaceSuggestions.tsx'
import { withVenue } from './places.ts'

/**
 * Fields for the place of an occasion, with those of earlier ones as suggestions, and its online meeting. A known venue
 * fills in the city and the street address where they are empty.
 */
export function WhereFields(props: OccasionFieldsProps & MeetingChoice & { places: readonly Place[] }) {
  const { draft, change, places } = props
  const t = useTexts('occasions')
  const { text } = draftFields(props, t)
  return (
    <Card {...toSection('where', t)}>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field {...text('city')} required maxLength={100} list="known-cities" autoComplete="off" />
        <Field
          {...text('venue')}
          maxLength={200}
          list="known-venues"
          autoComplete="off"
          onChange={({ target }) => change(withVenue(places, draft, target.value))}
        />
        <Field {...text('address')} maxLength={300} />
        <MeetingFields {...props} />
      </div>
      <PlaceSuggestions places={places} city={draft.city} />
    </Card>
  )
}
