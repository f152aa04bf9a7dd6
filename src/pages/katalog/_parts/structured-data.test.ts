import { describe, expect, test } from 'vitest'
import type { PublicEducationView, PublicOccasion } from '#api/office/public-catalogue/contract.ts'
import { type PortalFacts, toCourse, toCourseWithDates, toEvent, toItemList } from './structured-data.ts'

const portal: PortalFacts = { origin: 'https://portal.example', name: 'Förbundet', language: 'sv' }
const url = 'https://portal.example/katalog/utbildning/ungdomsrally-prova-pa-12'
const lastChange = new Date('2026-11-01T09:00:00Z')

const occasion: PublicOccasion = {
  id: 40,
  education: { id: 12, title: 'Ungdomsrally prova på', pictureUrl: null },
  educationPartId: 30,
  partTitle: 'Körpass',
  startDate: new Date('2027-04-10T08:00:00Z'),
  endDate: new Date('2027-04-10T15:00:00Z'),
  lastSignUpDate: null,
  city: 'Karlstad',
  venue: 'Depåhuset',
  isOnline: false,
  organizer: 'Kiruna MK',
  district: 'Norra distriktet',
  along: [],
  fee: 350,
  seats: 'few',
  availableSeats: 2,
  categories: [],
  lastChange,
}

const view: PublicEducationView = {
  education: {
    id: 12,
    title: 'Ungdomsrally prova på',
    shortDescription: 'Prova att köra rally.',
    pictureUrl: '/api/files/abc',
    pictureColor: null,
    categories: [],
    partTypes: [0],
    minAge: 13,
    maxAge: 17,
    feeRange: { from: 350, to: 350 },
    nextOccasion: null,
    description: null,
    targetGroup: null,
    hours: null,
    validityMonths: null,
    guardianRequiredUnderAge: null,
    organizer: null,
    photoUrl: null,
    lastChange,
  },
  parts: [],
  prerequisites: [{ id: 3, title: 'Grundkurs' }],
  hiddenPrerequisites: 1,
  occasions: [occasion],
  licenses: [],
  roles: [],
}

const place = {
  '@type': 'Place',
  name: 'Depåhuset',
  address: { '@type': 'PostalAddress', addressLocality: 'Karlstad', addressCountry: 'SE' },
}
const offer = {
  '@type': 'Offer',
  category: 'Paid',
  price: 350,
  priceCurrency: 'SEK',
  availability: 'https://schema.org/InStock',
  url,
}

test('an education is a course with its provider, its ages and each of its dates', () => {
  expect(toCourseWithDates(portal, view)).toEqual({
    '@type': 'Course',
    name: 'Ungdomsrally prova på',
    description: 'Prova att köra rally.',
    url,
    provider: { '@type': 'Organization', name: 'Förbundet', url: 'https://portal.example' },
    typicalAgeRange: '13-17',
    image: 'https://portal.example/api/files/abc',
    inLanguage: 'sv',
    coursePrerequisites: ['Grundkurs'],
    hasCourseInstance: [
      {
        '@type': 'CourseInstance',
        name: 'Körpass',
        courseMode: 'Onsite',
        startDate: '2027-04-10T08:00:00.000Z',
        endDate: '2027-04-10T15:00:00.000Z',
        location: place,
        offers: offer,
      },
    ],
  })
})

test('a course without a short description is described by its title, and has no picture that it lacks', () => {
  const course = toCourse(portal, { ...view.education, shortDescription: null, pictureUrl: null })
  expect(course).toMatchObject({ description: 'Ungdomsrally prova på' })
  expect(course).not.toHaveProperty('image')
})

test.each([
  [18, null, '18-'],
  [null, 17, '-17'],
  [null, null, undefined],
])('ages from %s to %s are the range %s', (minAge, maxAge, range) => {
  expect(toCourse(portal, { ...view.education, minAge, maxAge }).typicalAgeRange).toBe(range)
})

describe('an occasion is an event', () => {
  test('with its time, its place, its organiser and its price', () => {
    expect(toEvent(portal, occasion)).toEqual({
      '@type': 'Event',
      name: 'Ungdomsrally prova på',
      startDate: '2027-04-10T08:00:00.000Z',
      endDate: '2027-04-10T15:00:00.000Z',
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: place,
      organizer: { '@type': 'Organization', name: 'Kiruna MK' },
      offers: offer,
      url,
    })
  })

  test('that is sold out, free, online and arranged by the federation', () => {
    const event = toEvent(
      { ...portal, language: 'en' },
      { ...occasion, isOnline: true, venue: null, organizer: null, fee: 0, seats: 'full' },
    )
    expect(event).toMatchObject({
      url: 'https://portal.example/en/catalogue/course/ungdomsrally-prova-pa-12',
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      location: { '@type': 'VirtualLocation', name: 'Karlstad' },
      organizer: { name: 'Förbundet' },
      offers: { category: 'Free', price: 0, availability: 'https://schema.org/SoldOut' },
    })
    expect(event.location).not.toHaveProperty('address')
  })
})

test('a list numbers its items from one', () => {
  expect(toItemList([{ '@type': 'Event' }, { '@type': 'Course' }]).itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, item: { '@type': 'Event' } },
    { '@type': 'ListItem', position: 2, item: { '@type': 'Course' } },
  ])
})
