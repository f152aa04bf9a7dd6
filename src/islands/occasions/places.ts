import type { Place } from '#api/catalogue/occasions/planning/contract.ts'

const distinct = (texts: (string | null)[]) => [...new Set(texts.flatMap((text) => text || []))]

/** Lists the cities of known places in their order, each once. */
export const listCities = (places: readonly Place[]) => distinct(places.map(({ city }) => city))

/**
 * Lists the venues in a city, in the order of `places`, each once and without empty ones; those of all cities while
 * none is typed, or none is known there.
 */
export function listVenues(places: readonly Place[], city: string) {
  const there = places.filter((place) => place.city === city.trim())
  return distinct((there.length > 0 ? there : places).map(({ venue }) => venue))
}

/** Returns the known place of a venue, in the given city when one is typed; undefined for an unknown one. */
export const findPlace = (places: readonly Place[], { city, venue }: { city: string; venue: string }) =>
  places.find((place) => place.venue === venue && (city === '' || place.city === city.trim()))

interface TypedPlace {
  city: string
  venue: string
  address: string
}

/** Returns a place with another venue; a known one fills in the city and the street address where they are empty. */
export function withVenue(places: readonly Place[], { city, address }: TypedPlace, venue: string): TypedPlace {
  const known = findPlace(places, { city, venue })
  return { venue, city: city || (known?.city ?? ''), address: address || (known?.address ?? '') }
}
