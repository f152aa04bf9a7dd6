import type { Language } from '#api/actor.ts'
import type { PublicEducation, PublicEducationView, PublicOccasion } from '#api/office/public-catalogue/contract.ts'
import { cataloguePath } from '#api/office/public-catalogue/rules.ts'
import { contentLanguage } from '#locales/content-language.ts'

/** Facts of the portal that structured data contains. */
export interface PortalFacts {
  origin: string
  /** Name of the federation. */
  name: string
  language: Language
}

const providerOf = ({ name, origin }: PortalFacts) => ({ '@type': 'Organization', name, url: origin })

const locationOf = ({ venue, city, isOnline }: PublicOccasion) => ({
  '@type': isOnline ? 'VirtualLocation' : 'Place',
  name: venue ?? city,
  ...(isOnline ? {} : { address: { '@type': 'PostalAddress', addressLocality: city, addressCountry: 'SE' } }),
})

const offerOf = (occasion: PublicOccasion, url: string) => ({
  '@type': 'Offer',
  category: occasion.fee > 0 ? 'Paid' : 'Free',
  price: occasion.fee,
  priceCurrency: 'SEK',
  availability: `https://schema.org/${occasion.seats === 'full' ? 'SoldOut' : 'InStock'}`,
  url,
})

const urlOf = ({ origin, language }: PortalFacts, item: { id: number; title: string }) =>
  origin + cataloguePath(language, 'education', item)

/** Formats the ages as `typicalAgeRange` asks: `13-17`, `18-` or `-17`. Null for an education for everybody. */
const ageRangeOf = ({ minAge, maxAge }: PublicEducation): string | null =>
  minAge === null && maxAge === null ? null : `${minAge ?? ''}-${maxAge ?? ''}`

/**
 * Describes an education as a schema.org `Course`, without `@context`. URLs are absolute, the provider is the
 * federation, and the title stands in for a missing description. Ages and picture are left out when unknown.
 */
export function toCourse(portal: PortalFacts, education: PublicEducation) {
  const { title, shortDescription, pictureUrl } = education
  const typicalAgeRange = ageRangeOf(education)
  return {
    '@type': 'Course',
    name: title,
    description: shortDescription ?? title,
    url: urlOf(portal, education),
    provider: providerOf(portal),
    ...(typicalAgeRange ? { typicalAgeRange } : {}),
    ...(pictureUrl ? { image: new URL(pictureUrl, portal.origin).href } : {}),
  }
}

/**
 * Describes an education as `toCourse` does, with the titles of its prerequisites and its occasions as
 * `CourseInstance`s in the given order. Each has its place, its fee in SEK and whether it is full.
 */
export function toCourseWithDates(portal: PortalFacts, { education, occasions, prerequisites }: PublicEducationView) {
  const url = urlOf(portal, education)
  return {
    ...toCourse(portal, education),
    inLanguage: contentLanguage,
    coursePrerequisites: prerequisites.map(({ title }) => title),
    hasCourseInstance: occasions.map((occasion) => ({
      '@type': 'CourseInstance',
      name: occasion.partTitle,
      courseMode: occasion.isOnline ? 'Online' : 'Onsite',
      startDate: occasion.startDate.toISOString(),
      endDate: occasion.endDate.toISOString(),
      location: locationOf(occasion),
      offers: offerOf(occasion, url),
    })),
  }
}

/**
 * Describes an occasion as a schema.org `Event`, without `@context`. Its URL is that of the education. It is always
 * stated as scheduled, so cancelled occasions are not to be passed.
 */
export function toEvent(portal: PortalFacts, occasion: PublicOccasion) {
  const url = urlOf(portal, occasion.education)
  return {
    '@type': 'Event',
    name: occasion.education.title,
    startDate: occasion.startDate.toISOString(),
    endDate: occasion.endDate.toISOString(),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: `https://schema.org/${occasion.isOnline ? 'Online' : 'Offline'}EventAttendanceMode`,
    location: locationOf(occasion),
    organizer: { '@type': 'Organization', name: occasion.organizer ?? portal.name },
    offers: offerOf(occasion, url),
    url,
  }
}

/**
 * Describes a list as a schema.org `ItemList` in the given order. The items are described already; the layout `Public`
 * adds `@context`.
 */
export const toItemList = (items: readonly object[]) => ({
  '@type': 'ItemList',
  itemListElement: items.map((item, at) => ({ '@type': 'ListItem', position: at + 1, item })),
})
