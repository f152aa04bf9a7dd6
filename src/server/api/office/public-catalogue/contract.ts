import { z } from 'zod'
import { type CacheTag, contract, sharedCache } from '#api/calls.ts'
import { EducationPartType } from '#api/catalogue/education-parts/contract.ts'
import { day, id, instant, kronor, queryFlag, queryId, queryPage } from '#api/wire.ts'

const Named = z.object({ id, name: z.string() })
const Category = Named.extend({ color: z.string().nullable() })
const FeeRange = z.object({ from: kronor, to: kronor }).nullable()

/** An occasion as strangers see it: without people, and without the number of sign-ups. */
export const PublicOccasion = z.object({
  id,
  education: z.object({ id, title: z.string(), pictureUrl: z.string().nullable() }),
  educationPartId: id,
  partTitle: z.string(),
  startDate: instant,
  endDate: instant,
  lastSignUpDate: instant.nullable(),
  city: z.string(),
  venue: z.string().nullable(),
  isOnline: z.boolean(),
  organizer: z.string().nullable(),
  district: z.string().nullable(),
  /** Other dates that are chosen together with this one, in one sign-up. */
  along: z.array(z.object({ partTitle: z.string(), startDate: instant, endDate: instant, city: z.string() })),
  /** Cost of one sign-up to the occasion and those along with it, the education's own fee included. */
  fee: kronor,
  seats: z.enum(['free', 'few', 'full']),
  /** Number of seats left when few are; null otherwise. */
  availableSeats: z.int().nullable(),
  categories: z.array(Category),
  lastChange: instant,
})
export type PublicOccasion = z.infer<typeof PublicOccasion>

export const PublicEducation = z.object({
  id,
  title: z.string(),
  shortDescription: z.string().nullable(),
  pictureUrl: z.string().nullable(),
  pictureColor: z.string().nullable(),
  categories: z.array(Category),
  partTypes: z.array(EducationPartType),
  minAge: z.int().nullable(),
  /** The highest age, inclusive. */
  maxAge: z.int().nullable(),
  feeRange: FeeRange,
  nextOccasion: z
    .object({
      startDate: instant,
      city: z.string(),
      seats: z.enum(['free', 'few', 'full']),
      availableSeats: z.int().nullable(),
      /** How many more dates have free seats. */
      others: z.int(),
    })
    .nullable(),
})
export type PublicEducation = z.infer<typeof PublicEducation>

export const PublicEducationView = z.object({
  education: PublicEducation.extend({
    /** Sanitised HTML. */
    description: z.string().nullable(),
    targetGroup: z.string().nullable(),
    hours: z.number().nullable(),
    validityMonths: z.int().nullable(),
    guardianRequiredUnderAge: z.int().nullable(),
    organizer: z.string().nullable(),
    /** The picture when other sites can show it; null for a drawing. */
    photoUrl: z.string().nullable(),
    lastChange: instant,
  }),
  parts: z.array(z.object({ id, title: z.string(), type: EducationPartType, hours: z.number().nullable() })),
  /** Prerequisites that are in the catalogue themselves; `hiddenPrerequisites` counts the others. */
  prerequisites: z.array(z.object({ id, title: z.string() })),
  hiddenPrerequisites: z.int(),
  occasions: z.array(PublicOccasion),
  licenses: z.array(Named),
  /** Functions in the sport that the education trains. */
  roles: z.array(z.string()),
})
export type PublicEducationView = z.infer<typeof PublicEducationView>

const Step = z.object({
  kind: z.enum(['education', 'license', 'other']),
  /** Id of what the step leads to; null for an education that the catalogue does not show. */
  id: id.nullable(),
  title: z.string().nullable(),
})

export const PublicLicense = Named.extend({
  /** Sanitised HTML. */
  description: z.string().nullable(),
  minAge: z.int().nullable(),
  validityMonths: z.int().nullable(),
  category: Category.nullable(),
  steps: z.array(Step),
  /** Alternatives of which `need` are enough. */
  choices: z.array(z.object({ need: z.int(), steps: z.array(Step) })),
  /** The educations of the steps that the catalogue shows, by title, each with its next date and price. */
  educations: z.array(PublicEducation),
  lastChange: instant,
})
export type PublicLicense = z.infer<typeof PublicLicense>

export const PublicFilters = z.object({
  categories: z.array(Category),
  districts: z.array(Named),
  /** Clubs with occasions in the catalogue. */
  clubs: z.array(Named),
})
export type PublicFilters = z.infer<typeof PublicFilters>

const place = { category: queryId.optional(), district: queryId.optional(), club: queryId.optional() }

export const PublicEducationFilter = z.object({
  text: z.string().trim().max(200).default(''),
  category: queryId.optional(),
  district: queryId.optional(),
  freeSpots: queryFlag.default(false),
  page: queryPage,
})
export type PublicEducationFilter = z.infer<typeof PublicEducationFilter>

const Limit = z.string().transform(Number).pipe(z.int().min(1).max(1000)).default(200)
export const PublicOccasionFilter = z.object({ ...place, education: queryId.optional(), limit: Limit })
export type PublicOccasionFilter = z.infer<typeof PublicOccasionFilter>

const educationTags = ['educations', 'occasions', 'categories', 'organizations'] as const satisfies CacheTag[]
export const catalogueTags = [...educationTags, 'licenses', 'configuration'] as const satisfies CacheTag[]

const seconds = sharedCache(60, 'everyone', ...educationTags)
const secondsWithLicenses = sharedCache(60, 'everyone', ...catalogueTags)

export const publicCatalogue = contract({
  'GET /Catalogue/educations': {
    who: 'anyone',
    feature: 'PublicCatalogue',
    query: PublicEducationFilter,
    reply: z.object({ items: z.array(PublicEducation), total: z.int(), page: z.int(), pageSize: z.int() }),
    cache: seconds,
    summary: 'The published educations that the public catalogue shows, a page at a time.',
  },
  'GET /Catalogue/educations/:id': {
    who: 'anyone',
    feature: 'PublicCatalogue',
    reply: PublicEducationView,
    cache: secondsWithLicenses,
    summary: 'One education of the public catalogue. 404 when it is unpublished, archived or hidden.',
  },
  'GET /Catalogue/occasions': {
    who: 'anyone',
    feature: 'PublicCatalogue',
    query: PublicOccasionFilter,
    reply: z.array(PublicOccasion),
    cache: seconds,
    summary: 'The occasions of the public catalogue that are open for sign-up, the soonest first.',
  },
  'GET /Catalogue/icalendar': {
    who: 'anyone',
    feature: 'PublicCatalogue',
    query: PublicOccasionFilter,
    reply: z.object({ text: z.string() }),
    cache: { ...seconds, byLanguage: true },
    summary: 'The same occasions as an iCalendar file.',
  },
  'GET /Catalogue/licenses': {
    who: 'anyone',
    feature: 'PublicCatalogue',
    reply: z.array(Named),
    cache: sharedCache(300, 'everyone', 'licenses', 'configuration'),
    summary: 'The licences in use.',
  },
  'GET /Catalogue/licenses/:id': {
    who: 'anyone',
    feature: 'PublicCatalogue',
    reply: PublicLicense,
    cache: secondsWithLicenses,
    summary: 'A licence in use with what it asks for, as steps.',
  },
  'GET /Catalogue/filters': {
    who: 'anyone',
    feature: 'PublicCatalogue',
    reply: PublicFilters,
    cache: sharedCache(300, 'everyone', ...educationTags),
    summary: 'The values to filter the public catalogue by.',
  },
  'GET /Catalogue/addresses': {
    who: 'anyone',
    feature: 'PublicCatalogue',
    reply: z.object({
      educations: z.array(z.object({ id, title: z.string(), changedOn: day })),
      licenses: z.array(z.object({ id, title: z.string(), changedOn: day })),
    }),
    cache: sharedCache(300, 'everyone', 'educations', 'licenses', 'configuration'),
    summary: 'What the site map lists: every education and licence of the public catalogue.',
  },
})
