import { z } from 'zod'
import { contract, sharedCache } from '#api/calls.ts'
import { EducationPart, PartDependencies } from '#api/catalogue/education-parts/contract.ts'
import { CustomQuestion, PaymentMethod } from '#api/questions.ts'
import { id, instant, kronor } from '#api/wire.ts'

/** The fields that every reply about an education has. */
export const EducationFacts = z.object({
  id,
  code: z.string().nullable(),
  title: z.string(),
  shortDescription: z.string().nullable(),
  pictureUrl: z.string().nullable(),
  /** Average colour of the picture, `#rrggbb`; null when it is not known. */
  pictureColor: z.string().nullable(),
  published: z.boolean(),
  archived: z.boolean(),
  educationCategoryIds: z.array(id),
  educationRoleIds: z.array(id),
  fee: kronor,
  hours: z.number().nullable(),
})
export type EducationFacts = z.infer<typeof EducationFacts>

export const Education = EducationFacts.extend({
  description: z.string().nullable(),
  publishedDate: instant.nullable(),
  targetGroup: z.string().nullable(),
  targetGroupRoleIds: z.array(id),
  vatRate: z.int(),
  paymentMethods: z.array(PaymentMethod),
  responsibleIds: z.array(id),
  contactUserId: id.nullable(),
  organizerOrganizationId: id.nullable(),
  educationPartIds: z.array(id),
  parts: z.array(EducationPart),
  partDependencies: PartDependencies,
  prerequisiteEducationIds: z.array(id),
  validityMonths: z.int().nullable(),
  minAge: z.int().nullable(),
  /** The highest age, inclusive, on the day of the occasion. */
  maxAge: z.int().nullable(),
  guardianRequiredUnderAge: z.int().nullable(),
  blockedForExternalUsers: z.boolean(),
  /** Whether the public catalogue shows it while it is published. */
  inPublicCatalogue: z.boolean(),
  customQuestions: z.array(CustomQuestion),
  certificateText: z.string().nullable(),
  lastChange: instant,
})
export type Education = z.infer<typeof Education>

export const educations = contract({
  'GET /Educations/:id': {
    who: 'signedIn',
    reply: Education,
    cache: sharedCache(60, 'members', 'educations'),
    summary:
      'Returns an education with its parts; an unpublished one only to its managers and to people with a result there.',
  },
  'GET /EducationParts/:id/educations': {
    who: 'signedIn',
    reply: z.array(EducationFacts),
    cache: sharedCache(60, 'members', 'educations'),
    summary: 'Lists the educations that contain a part.',
  },
  'GET /EducationPartOccasions/GetEducationForOccasionId/:id': {
    who: 'signedIn',
    reply: Education,
    cache: sharedCache(60, 'members', 'educations', 'occasions'),
    summary: 'Returns the education that an occasion belongs to.',
  },
})
