import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { CustomQuestion, PaymentMethod } from '#api/questions.ts'
import { id, kronor, line, version } from '#api/wire.ts'
import { Education } from '../contract.ts'

const ids = z.array(id).max(200).default([])
const text = (length: number, kind: z.ZodString = z.string().trim()) =>
  kind
    .max(length)
    .nullable()
    .default(null)
    .transform((value) => value || null)

/** The fields of an education's form; its parts and their order have calls of their own (spec G-009). */
export const EducationInput = z.object({
  id: id.nullish(),
  code: text(30, line),
  title: line.min(1).max(200),
  shortDescription: text(500),
  description: text(20_000),
  educationCategoryIds: ids,
  educationRoleIds: ids,
  targetGroup: text(500),
  targetGroupRoleIds: ids,
  fee: kronor.default(0),
  /** Per cent; usually 0, as for education in non-profit sports. */
  vatRate: z.int().min(0).max(25).default(0),
  paymentMethods: z.array(PaymentMethod).max(2).default([]),
  responsibleIds: ids,
  contactUserId: id.nullable().default(null),
  organizerOrganizationId: id.nullable().default(null),
  hours: z.number().min(0).max(10_000).multipleOf(0.01).nullable().default(null),
  prerequisiteEducationIds: ids,
  validityMonths: z.int().min(1).max(1200).nullable().default(null),
  minAge: z.int().min(1).max(120).nullable().default(null),
  maxAge: z.int().min(1).max(120).nullable().default(null),
  guardianRequiredUnderAge: z.int().min(1).max(18).nullable().default(null),
  blockedForExternalUsers: z.boolean().default(false),
  inPublicCatalogue: z.boolean().default(true),
  customQuestions: z.array(CustomQuestion).max(50).default([]),
  certificateText: text(20_000),
  archived: z.boolean().default(false),
  removePicture: z.boolean().default(false),
  /** The version that the form has loaded; a save of an older version is refused (spec G-083). */
  lastChange: version,
})
export type EducationInput = z.infer<typeof EducationInput>

const partIds = z.array(id).max(100)
/** The version that the page has loaded, in the query because the specification defines the body as the ids alone. */
const expectedVersion = z.object({ lastChange: version })

export const educationManagement = contract({
  'POST /Educations': {
    who: 'superadministrators',
    multipart: 'education',
    body: EducationInput,
    reply: Education,
    changes: ['educations'],
    repeatable: true,
    summary: 'Creates an unpublished education, with its picture.',
  },
  'PUT /Educations': {
    who: 'educatorsUp',
    multipart: 'education',
    body: EducationInput,
    reply: Education,
    changes: ['educations', 'occasions'],
    summary: 'Changes an education. Refused when it was changed since `lastChange`.',
  },
  'POST /Educations/:id/copy': {
    who: 'superadministrators',
    body: z.object({ title: line.min(1).max(200), sharesParts: z.boolean().default(false) }),
    reply: Education,
    changes: ['educations'],
    repeatable: true,
    summary: 'Creates an unpublished copy of an education, with copies of its parts or with the same parts.',
  },
  'PUT /Educations/:id/publish': {
    who: 'educatorsUp',
    reply: Education,
    changes: ['educations', 'occasions'],
    summary: 'Publishes an education, which needs a category and a part. Repeating it changes nothing.',
  },
  'PUT /Educations/:id/unpublish': {
    who: 'educatorsUp',
    reply: Education,
    changes: ['educations', 'occasions'],
    summary: 'Unpublishes an education. People with a result there still see it, and no result changes.',
  },
  'PUT /Educations/:id/educationParts': {
    who: 'educatorsUp',
    query: expectedVersion,
    body: partIds.refine((ids) => new Set(ids).size === ids.length),
    reply: Education,
    changes: ['educations', 'occasions'],
    summary:
      'Replaces the parts of an education, in this order; a part may belong to several. Refused when the education was changed since `lastChange`.',
  },
  'PUT /Educations/:id/educationPartDependencies/:partId': {
    who: 'educatorsUp',
    query: expectedVersion,
    body: partIds,
    reply: Education,
    changes: ['educations'],
    summary:
      'Replaces the parts that must be completed before a part of this education. Refused when that makes a circle, or when the education was changed since `lastChange`.',
  },
})
