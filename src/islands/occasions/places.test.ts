import { expect, test } from 'vitest'
import { findPlace, listCities, listVenues, withVenue } from './places.ts'

const places = [
  { city: 'Kil', venue: 'Klubbstugan', address: 'Banvägen 1' },
  { city: 'Kil', venue: null, address: null },
  { city: 'Arvika', venue: 'Klubbstugan', address: 'Skogsvägen 2' },
  { city: 'Arvika', venue: 'Sal 2', address: null },
]

test('each city is suggested once', () => expect(listCities(places)).toEqual(['Kil', 'Arvika']))

test('the venues of the typed city are suggested, and all where it has none', () => {
  expect(listVenues(places, 'Kil')).toEqual(['Klubbstugan'])
  expect(listVenues(places, '')).toEqual(['Klubbstugan', 'Sal 2'])
  expect(listVenues(places, 'Okänd')).toEqual(['Klubbstugan', 'Sal 2'])
})

test('a known venue is found in the typed city', () => {
  expect(findPlace(places, { city: 'Arvika', venue: 'Klubbstugan' })?.address).toBe('Skogsvägen 2')
  expect(findPlace(places, { city: '', venue: 'Klubbstugan' })?.address).toBe('Banvägen 1')
  expect(findPlace(places, { city: 'Kil', venue: 'Sal 2' })).toBeUndefined()
})

test('a known venue fills in what is empty of its place, and replaces nothing', () => {
  const empty = { city: '', venue: '', address: '' }
  expect(withVenue(places, empty, 'Klubbstugan')).toEqual({ city: 'Kil', venue: 'Klubbstugan', address: 'Banvägen 1' })
  const typed = { ...empty, city: 'Arvika', address: 'Egen väg 3' }
  expect(withVenue(places, typed, 'Klubbstugan')).toEqual({ ...typed, venue: 'Klubbstugan' })
  expect(withVenue(places, typed, 'Okänd')).toEqual({ ...typed, venue: 'Okänd' })
})
