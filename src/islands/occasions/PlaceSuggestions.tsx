import type { Place } from '#api/catalogue/occasions/planning/contract.ts'
import { listCities, listVenues } from './places.ts'

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

/** Suggestions of the fields with `list="known-cities"` and `list="known-venues"`; venues are those of the city. */
export const PlaceSuggestions = ({ places, city }: { places: readonly Place[]; city: string }) => (
  <>
    <Suggestions id="known-cities" texts={listCities(places)} />
    <Suggestions id="known-venues" texts={listVenues(places, city)} />
  </>
)
